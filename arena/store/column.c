#include "column.h"

#include <string.h>

/* ---- integers ------------------------------------------------------------- */

static int64_t get(const void *from, const dom_store_field *field)
{
    const char *at = (const char *)from + field->offset;
    union {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        int64_t i64;
    } value;
    bool is_signed = field->min < 0;
    memcpy(&value, at, field->bytes);
    switch (field->bytes) {
    case 1:
        return is_signed ? value.i8 : value.u8;
    case 2:
        return is_signed ? value.i16 : value.u16;
    case 4:
        return is_signed ? (int64_t)value.i32 : (int64_t)value.u32;
    }
    dom_check(field->bytes == 8);
    return value.i64;
}

static void put_number(void *to, const dom_store_field *field, int64_t number)
{
    char *at = (char *)to + field->offset;
    uint8_t u8 = (uint8_t)number;
    uint16_t u16 = (uint16_t)number;
    uint32_t u32 = (uint32_t)number;
    switch (field->bytes) {
    case 1:
        memcpy(at, &u8, sizeof u8);
        return;
    case 2:
        memcpy(at, &u16, sizeof u16);
        return;
    case 4:
        memcpy(at, &u32, sizeof u32);
        return;
    }
    dom_check(field->bytes == 8);
    memcpy(at, &number, sizeof number);
}

static bool is_in_range(const dom_store_field *field, int64_t number)
{
    return field->min <= number && number <= field->max;
}

void dom_store_fields_bind(sqlite3_stmt *stmt, int first, const dom_store_field fields[],
                           size_t count, const void *from)
{
    for (size_t i = 0; i < count; i++) {
        int64_t number = get(from, &fields[i]);
        dom_check(is_in_range(&fields[i], number));
        (void)sqlite3_bind_int64(stmt, first + (int)i, number);
    }
}

const char *dom_store_fields_read(void *to, const dom_store_field fields[], size_t count,
                                  sqlite3_stmt *row, int first)
{
    for (size_t i = 0; i < count; i++) {
        int64_t number = sqlite3_column_int64(row, first + (int)i);
        if (!is_in_range(&fields[i], number))
            return fields[i].name;
        put_number(to, &fields[i], number);
    }
    return NULL;
}

/* ---- texts and bytes ------------------------------------------------------ */

static void note_failure(dom_store *store, int rc)
{
    if (store->bind_rc == SQLITE_OK)
        store->bind_rc = rc;
}

void dom_store_text_bind(dom_store *store, sqlite3_stmt *stmt, int parameter, const char *text)
{
    const char *value = text != NULL ? text : "";
    note_failure(store, sqlite3_bind_text64(stmt, parameter, value, strlen(value), SQLITE_STATIC,
                                            SQLITE_UTF8));
}

void dom_store_bytes_bind(dom_store *store, sqlite3_stmt *stmt, int parameter, const void *bytes,
                          size_t count)
{
    dom_check(bytes != NULL || count == 0);
    note_failure(
        store, sqlite3_bind_blob64(stmt, parameter, count > 0 ? bytes : "", count, SQLITE_STATIC));
}

bool dom_store_text_read(char *to, size_t size, sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (text == NULL || length >= size || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

bool dom_store_bytes_read(uint8_t *to, size_t size, sqlite3_stmt *row, int column)
{
    const void *bytes = sqlite3_column_blob(row, column);
    if (bytes == NULL || (size_t)sqlite3_column_bytes(row, column) != size)
        return false;
    memcpy(to, bytes, size);
    return true;
}

bool dom_store_text_is_visible(const char *text)
{
    while ('!' <= *text && *text <= '~')
        text++;
    return *text == '\0';
}

bool dom_store_text_is_word(const char *text)
{
    return *text != '\0' && dom_store_text_is_visible(text);
}

void dom_store_fields_hash(dom_store_hash *hash, const dom_store_field fields[], size_t count,
                           const void *from)
{
    for (size_t i = 0; i < count; i++)
        dom_store_hash_integer(hash, get(from, &fields[i]));
}
