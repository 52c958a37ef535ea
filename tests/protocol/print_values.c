/* Decodes messages and prints the values, for test_codecs.py to compare.
 *
 * Input: for each message the word "msgpack" or "json", a blank, its length in bytes, a newline
 * and the bytes. Output: one line per message, which is "refused" or the value as JSON. There a
 * text is {"text": HEX}, a real number {"real": DIGITS}, a map {"map": [key, value, ...]}, and nil
 * and bin, which the protocol does not use, are null. */
#include "cursor.h"
#include "json_to_msgpack.h"
#include "protocol/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_value(dom_cursor *c);

static void print_items(dom_cursor *c, size_t count)
{
    (void)putchar('[');
    for (size_t i = 0; i < count; i++) {
        (void)fputs(i > 0 ? "," : "", stdout);
        print_value(c);
    }
    (void)putchar(']');
}

static void print_text(const dom_value *value)
{
    (void)fputs("{\"text\":\"", stdout);
    for (uint32_t i = 0; i < value->count; i++)
        (void)printf("%02x", (unsigned char)value->text[i]);
    (void)fputs("\"}", stdout);
}

static void print_value(dom_cursor *c)
{
    dom_value value = dom_cursor_next(c);
    switch (value.kind) {
    case DOM_VALUE_OTHER:
        (void)fputs("null", stdout);
        return;
    case DOM_VALUE_INTEGER:
        (void)printf("%lld", (long long)value.integer);
        return;
    case DOM_VALUE_REAL:
        (void)printf("{\"real\":\"%.17g\"}", value.real);
        return;
    case DOM_VALUE_BOOLEAN:
        (void)fputs(value.boolean ? "true" : "false", stdout);
        return;
    case DOM_VALUE_TEXT:
        print_text(&value);
        return;
    case DOM_VALUE_ARRAY:
        print_items(c, value.count);
        return;
    case DOM_VALUE_MAP:
        (void)fputs("{\"map\":", stdout);
        print_items(c, 2 * (size_t)value.count);
        (void)fputs("}", stdout);
        return;
    }
}

/* Prints a message in MessagePack. */
static void print_message(const uint8_t *bytes, size_t size)
{
    dom_cursor c = dom_cursor_of(bytes, size), whole = c;
    dom_cursor_skip(&whole, DOM_DEPTH_MAX);
    dom_cursor_finish(&whole);
    if (whole.wrong == NULL)
        print_value(&c);
    else
        (void)fputs("refused", stdout);
}

/* Reads the next message into a block of its own, so that a sanitizer notices a read beyond it. */
static uint8_t *read_message(size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    if (bytes != NULL && fread(bytes, 1, size, stdin) == size)
        return bytes;
    free(bytes);
    return NULL;
}

int main(void)
{
    dom_json_copy copy = {0};
    char format[8];
    size_t size;
    uint8_t *bytes;
    while (scanf("%7s %zu", format, &size) == 2 && getchar() == '\n' &&
           (bytes = read_message(size)) != NULL) {
        if (strcmp(format, "json") != 0)
            print_message(bytes, size);
        else if (dom_json_copy_make(&copy, bytes, size, NULL) == DOM_OK)
            print_message(copy.bytes, copy.size);
        else
            (void)fputs("refused", stdout);
        (void)putchar('\n');
        free(bytes);
    }
    dom_json_copy_clear(&copy);
    return feof(stdin) && !ferror(stdout) ? 0 : 1;
}
