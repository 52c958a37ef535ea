/* Reads a YAML file into a document by libyaml. A first pass over the events refuses whatever
 * could make the document large or strange; only then is it built. */
#include "yaml/yaml_document.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

struct dom_yaml {
    char name[DOM_YAML_SHOWN_BYTES];
    unsigned char *bytes;
    size_t count;
    bool has_document; /* true if `document` must be deleted */
    yaml_document_t document;
};

/* Keeps the end of a long path, because messages need the file's name. */
static void set_name(dom_yaml *yaml, const char *path)
{
    size_t length = strlen(path);
    bool fits = length < sizeof yaml->name;
    const char *end = fits ? path : path + length - (sizeof yaml->name - 4);
    (void)snprintf(yaml->name, sizeof yaml->name, "%s%s", fits ? "" : "...", end);
}

static dom_rc yaml_no_memory(const char *name, dom_err *err)
{
    return dom_err_set(err, DOM_E_NOMEM, "%s: %s", name, dom_rc_text(DOM_E_NOMEM));
}

/* ---- bytes --------------------------------------------------------------- */

/* Checks that `fd` is a regular file of an allowed size. */
static dom_rc check_file(const dom_yaml *yaml, int fd, dom_err *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return dom_err_set(err, DOM_E_IO, "%s: %s", yaml->name, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "%s: %s; allowed: a YAML file", yaml->name,
                           S_ISDIR(st.st_mode) ? "this is a folder" : "this is not a file");
    if (st.st_size > DOM_YAML_BYTES)
        return dom_err_set(err, DOM_E_CONFIG, "%s: too large; allowed: %d KiB", yaml->name,
                           DOM_YAML_BYTES / 1024);
    return DOM_OK;
}

/* Reads at most DOM_YAML_BYTES, because the file may grow meanwhile. */
static dom_rc read_bytes(dom_yaml *yaml, int fd, dom_err *err)
{
    yaml->bytes = malloc(DOM_YAML_BYTES);
    if (yaml->bytes == NULL)
        return yaml_no_memory(yaml->name, err);
    while (yaml->count < DOM_YAML_BYTES) {
        ssize_t n = read(fd, yaml->bytes + yaml->count, DOM_YAML_BYTES - yaml->count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return dom_err_set(err, DOM_E_IO, "%s: %s", yaml->name, strerror(errno));
        if (n == 0)
            break;
        yaml->count += (size_t)n;
    }
    return DOM_OK;
}

/* Editors of Windows begin a file in UTF-8 with a byte order mark. It says nothing here. */
static void drop_byte_order_mark(dom_yaml *yaml)
{
    static const unsigned char mark[] = {0xef, 0xbb, 0xbf};
    if (yaml->count < sizeof mark || memcmp(yaml->bytes, mark, sizeof mark) != 0)
        return;
    yaml->count -= sizeof mark;
    memmove(yaml->bytes, yaml->bytes + sizeof mark, yaml->count);
}

static dom_rc read_file(dom_yaml *yaml, int fd, int error, dom_err *err)
{
    if (fd < 0)
        return dom_err_set(err, DOM_E_CONFIG, "%s: cannot be opened: %s", yaml->name,
                           strerror(error));
    dom_rc rc = check_file(yaml, fd, err);
    if (rc == DOM_OK)
        rc = read_bytes(yaml, fd, err);
    drop_byte_order_mark(yaml);
    return rc;
}

/* ---- from bytes to a document -------------------------------------------- */

/* Sets the error "FILE:LINE: what"; `line` counts from 0. */
static dom_rc fail_at(const dom_yaml *yaml, size_t line, dom_err *err, const char *what)
{
    return dom_err_set(err, DOM_E_CONFIG, "%s:%zu: %s", yaml->name, line + 1, what);
}

static size_t line_of_byte(const dom_yaml *yaml, size_t offset)
{
    size_t line = 0;
    for (size_t i = 0; i < offset && i < yaml->count; i++)
        line += yaml->bytes[i] == '\n';
    return line;
}

/* Returns true if there is a tab among the blanks with which this line begins; lines count from 0.
 */
static bool is_indented_by_tab(const dom_yaml *yaml, size_t line)
{
    size_t at = 0;
    for (; line > 0 && at < yaml->count; at++)
        line -= yaml->bytes[at] == '\n';
    while (at < yaml->count && yaml->bytes[at] == ' ')
        at++;
    return at < yaml->count && yaml->bytes[at] == '\t';
}

/* Sets the error of bytes that are not UTF-8. libyaml gives the offending byte or code point, or
 * -1. */
static dom_rc fail_bytes(const dom_yaml *yaml, const yaml_parser_t *parser, dom_err *err)
{
    char what[200], value[32] = "";
    if (parser->problem_value > 0xff)
        (void)snprintf(value, sizeof value, "U+%04X: ", (unsigned)parser->problem_value);
    else if (parser->problem_value >= 0)
        (void)snprintf(value, sizeof value, "byte 0x%02x: ", (unsigned)parser->problem_value);
    (void)snprintf(what, sizeof what, "%s%s; allowed: text in UTF-8", value,
                   parser->problem ? parser->problem : "cannot be read");
    return fail_at(yaml, line_of_byte(yaml, parser->problem_offset), err, what);
}

/* Puts libyaml's error into one line. */
static dom_rc fail_parser(const dom_yaml *yaml, const yaml_parser_t *parser, dom_err *err)
{
    char what[200];
    if (parser->error == YAML_MEMORY_ERROR)
        return yaml_no_memory(yaml->name, err);
    if (parser->error == YAML_READER_ERROR)
        return fail_bytes(yaml, parser, err);
    size_t line = parser->problem_mark.line;
    if (is_indented_by_tab(yaml, line))
        return fail_at(yaml, line, err,
                       "this is not YAML: the line begins with a tab; allowed: blanks");
    (void)snprintf(what, sizeof what, "this is not YAML: %s%s%s",
                   parser->context ? parser->context : "", parser->context ? ", " : "",
                   parser->problem ? parser->problem : "broken");
    return fail_at(yaml, line, err, what);
}

static bool start_parser(yaml_parser_t *parser, const dom_yaml *yaml)
{
    if (!yaml_parser_initialize(parser))
        return false;
    yaml_parser_set_input_string(parser, yaml->bytes, yaml->count);
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    return true;
}

/* What the first pass counts. Aliases, for example, can make a small file a huge document. */
typedef struct {
    int documents, depth, anchors;
    bool has_tag;
} census;

static void count_node(census *c, int opens, const yaml_char_t *anchor, const yaml_char_t *tag)
{
    c->depth += opens;
    c->anchors += anchor != NULL;
    c->has_tag = c->has_tag || tag != NULL;
}

static void count_event(census *c, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        c->documents++;
        return;
    case YAML_SCALAR_EVENT:
        count_node(c, 0, event->data.scalar.anchor, event->data.scalar.tag);
        return;
    case YAML_SEQUENCE_START_EVENT:
        count_node(c, 1, event->data.sequence_start.anchor, event->data.sequence_start.tag);
        return;
    case YAML_MAPPING_START_EVENT:
        count_node(c, 1, event->data.mapping_start.anchor, event->data.mapping_start.tag);
        return;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        c->depth--;
        return;
    case YAML_ALIAS_EVENT:
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return;
    }
}

/* Returns what is wrong with the counts so far, or NULL. */
static const char *refusal(const census *c)
{
    if (c->documents > 1)
        return "a second document begins here; allowed: one";
    if (c->depth > DOM_YAML_DEPTH)
        return "lists and maps nested too deep; allowed: 16 levels";
    if (c->anchors > DOM_YAML_ANCHORS)
        return "too many anchors; allowed: 64";
    if (c->has_tag)
        return "tags are not understood; allowed: plain words, lists and maps";
    return NULL;
}
_Static_assert(DOM_YAML_DEPTH == 16 && DOM_YAML_ANCHORS == 64, "as the texts above say");

/* The first pass: counts the events and refuses the file at the first one that is not allowed. */
static dom_rc look_over(const dom_yaml *yaml, dom_err *err)
{
    yaml_parser_t parser;
    if (!start_parser(&parser, yaml))
        return yaml_no_memory(yaml->name, err);
    census c = {0};
    dom_rc rc = DOM_OK;
    for (bool more = true; rc == DOM_OK && more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            rc = fail_parser(yaml, &parser, err);
            break;
        }
        count_event(&c, &event);
        if (refusal(&c))
            rc = fail_at(yaml, event.start_mark.line, err, refusal(&c));
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return rc;
}

/* The second pass: builds the document. */
static dom_rc load_document(dom_yaml *yaml, dom_err *err)
{
    yaml_parser_t parser;
    if (!start_parser(&parser, yaml))
        return yaml_no_memory(yaml->name, err);
    dom_rc rc = DOM_OK;
    if (!yaml_parser_load(&parser, &yaml->document))
        rc = fail_parser(yaml, &parser, err);
    else
        yaml->has_document = true;
    yaml_parser_delete(&parser);
    return rc;
}

/* ---- the handle ---------------------------------------------------------- */

dom_rc dom_yaml_read(dom_yaml **out, int fd, const char *name, dom_err *err)
{
    dom_check(out && name);
    *out = NULL;
    int error = errno;
    dom_yaml *yaml = calloc(1, sizeof *yaml);
    if (yaml == NULL)
        return yaml_no_memory(name, err);
    set_name(yaml, name);

    dom_rc rc = read_file(yaml, fd, error, err);
    if (rc != DOM_OK)
        goto out;
    rc = look_over(yaml, err);
    if (rc != DOM_OK)
        goto out;
    rc = load_document(yaml, err);
    if (rc != DOM_OK)
        goto out;
    if (yaml_document_get_root_node(&yaml->document) == NULL) {
        rc = fail_at(yaml, 0, err, "the file is empty");
        goto out;
    }
    *out = yaml;
    yaml = NULL;
out:
    dom_yaml_close(&yaml);
    return rc;
}

dom_rc dom_yaml_open(dom_yaml **out, const char *path, dom_err *err)
{
    /* without O_NONBLOCK a FIFO without a writer would block; it is refused later */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    dom_rc rc = dom_yaml_read(out, fd, path, err);
    if (fd >= 0)
        (void)close(fd);
    return rc;
}

void dom_yaml_close(dom_yaml **yaml_p)
{
    dom_check(yaml_p);
    dom_yaml *yaml = *yaml_p;
    if (yaml == NULL)
        return;
    if (yaml->has_document)
        yaml_document_delete(&yaml->document);
    free(yaml->bytes);
    free(yaml);
    *yaml_p = NULL;
}

const char *dom_yaml_name(const dom_yaml *yaml)
{
    return yaml->name;
}

/* ---- nodes --------------------------------------------------------------- */

/* Returns a node. The cast is safe: libyaml does not change the document. */
static const dom_yaml_node *node_at(const dom_yaml *yaml, int index)
{
    const dom_yaml_node *node = yaml_document_get_node((yaml_document_t *)&yaml->document, index);
    dom_check(node != NULL);
    return node;
}

const dom_yaml_node *dom_yaml_root(const dom_yaml *yaml)
{
    return node_at(yaml, 1);
}

bool dom_yaml_node_is_plain(const dom_yaml_node *node)
{
    return node->type == YAML_SCALAR_NODE && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

/* Returns true for a value that YAML reads as null. */
static bool is_null(const dom_yaml_node *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    if (!dom_yaml_node_is_plain(node))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp((const char *)node->data.scalar.value, words[i]) == 0)
            return true;
    return false;
}

dom_yaml_node_kind dom_yaml_node_kind_of(const dom_yaml_node *node)
{
    switch (node->type) {
    case YAML_SEQUENCE_NODE:
        return DOM_YAML_NODE_LIST;
    case YAML_MAPPING_NODE:
        return DOM_YAML_NODE_MAP;
    case YAML_SCALAR_NODE:
    case YAML_NO_NODE:
        break;
    }
    return is_null(node) ? DOM_YAML_NODE_NULL : DOM_YAML_NODE_WORD;
}

int dom_yaml_node_line(const dom_yaml_node *node)
{
    return (int)node->start_mark.line +
           1; /* cannot overflow: a file has at most DOM_YAML_BYTES lines */
}

const char *dom_yaml_node_noun(const dom_yaml_node *node)
{
    static const char *const nouns[] = {
        [DOM_YAML_NODE_NULL] = "no value",
        [DOM_YAML_NODE_WORD] = "a word",
        [DOM_YAML_NODE_LIST] = "a list",
        [DOM_YAML_NODE_MAP] = "a map",
    };
    return nouns[dom_yaml_node_kind_of(node)];
}

const char *dom_yaml_node_text(const dom_yaml_node *node)
{
    if (dom_yaml_node_kind_of(node) != DOM_YAML_NODE_WORD)
        return NULL;
    const char *text = (const char *)node->data.scalar.value;
    return strlen(text) == node->data.scalar.length ? text : NULL;
}

size_t dom_yaml_node_count(const dom_yaml_node *node)
{
    switch (dom_yaml_node_kind_of(node)) {
    case DOM_YAML_NODE_LIST:
        return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    case DOM_YAML_NODE_MAP:
        return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    case DOM_YAML_NODE_NULL:
    case DOM_YAML_NODE_WORD:
        break;
    }
    return 0;
}

static const yaml_node_pair_t *pair_at(const dom_yaml_node *map, size_t index)
{
    dom_check(dom_yaml_node_kind_of(map) == DOM_YAML_NODE_MAP && index < dom_yaml_node_count(map));
    return &map->data.mapping.pairs.start[index];
}

const dom_yaml_node *dom_yaml_node_item(const dom_yaml *yaml, const dom_yaml_node *list,
                                        size_t index)
{
    dom_check(dom_yaml_node_kind_of(list) == DOM_YAML_NODE_LIST &&
              index < dom_yaml_node_count(list));
    return node_at(yaml, list->data.sequence.items.start[index]);
}

const dom_yaml_node *dom_yaml_node_key(const dom_yaml *yaml, const dom_yaml_node *map, size_t index)
{
    return node_at(yaml, pair_at(map, index)->key);
}

const dom_yaml_node *dom_yaml_node_value(const dom_yaml *yaml, const dom_yaml_node *map,
                                         size_t index)
{
    return node_at(yaml, pair_at(map, index)->value);
}

dom_rc dom_yaml_fail(const dom_yaml *yaml, const dom_yaml_node *node, const char *key, dom_err *err,
                     const char *format, ...)
{
    char what[DOM_ERR_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return dom_err_set(err, DOM_E_CONFIG, "%s:%d: %s: %s", yaml->name, dom_yaml_node_line(node),
                       key, what);
}
