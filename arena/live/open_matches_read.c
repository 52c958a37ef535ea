/* Reads the file of the matches under way. Whatever it contains, nothing is accepted that a run
 * could not have written. */
#include "base/text.h"
#include "format.h"
#include "fs/whole_file.h"
#include "live/open_matches_file.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Reads a whole number within a range. Returns false if the key is missing or has another value. */
static bool read_number(const json_t *object, const char *key, json_int_t min, json_int_t max,
                        json_int_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = json_integer_value(value);
    return json_is_integer(value) && min <= *out && *out <= max;
}

/* The same for each member of an array of `seats` numbers. */
static bool read_numbers(const json_t *object, const char *key, int seats, json_int_t min,
                         json_int_t max, json_int_t out[static DOM_SEATS_MAX])
{
    const json_t *array = json_object_get(object, key);
    bool is_good = json_array_size(array) == (size_t)seats;
    for (int s = 0; is_good && s < seats; s++) {
        const json_t *value = json_array_get(array, (size_t)s);
        out[s] = json_integer_value(value);
        is_good = json_is_integer(value) && min <= out[s] && out[s] <= max;
    }
    return is_good;
}

static bool read_seats(const json_t *object, dom_core_open_match *out)
{
    json_int_t bots[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
    size_t seats = json_array_size(json_object_get(object, "bots"));
    if (seats < 2 || seats > DOM_SEATS_MAX)
        return false;
    out->seats = (int)seats;
    if (!read_numbers(object, "bots", out->seats, 0, DOM_CORE_BOTS_MAX - 1, bots) ||
        !read_numbers(object, "scores", out->seats, INT32_MIN, INT32_MAX, scores))
        return false;
    for (int s = 0; s < out->seats; s++) {
        out->bot[s] = (uint16_t)bots[s];
        out->score[s] = (int32_t)scores[s];
    }
    return true;
}

/* Appends the choices at `*end`. Room is there, because the bytes are half as many as their digits.
 */
static bool read_choices(const json_t *value, dom_core_open_match *out, uint8_t **end)
{
    const char *hex = json_string_value(value), *hex_end;
    if (hex == NULL || strlen(hex) != json_string_length(value) ||
        sodium_hex2bin(*end, strlen(hex) / 2, hex, strlen(hex), NULL, &out->decisions_bytes,
                       &hex_end) != 0 ||
        *hex_end != '\0')
        return false;
    out->decisions = *end;
    *end += out->decisions_bytes;
    return true;
}

/* Reads what spectators see, which need not be there. */
static bool read_play(const json_t *object, dom_core_open_match *out, uint8_t **end)
{
    json_int_t turn, asked;
    if (object == NULL)
        return true;
    if (!read_number(object, "turn", DOM_NOBODY, out->seats - 1, &turn) ||
        !read_number(object, "asked", 0, INT64_MAX, &asked) ||
        !read_choices(json_object_get(object, "choices"), out, end))
        return false;
    out->turn = (int)turn;
    out->asked_ms = asked;
    return true;
}

static bool read_match(const json_t *object, dom_core_open_match *out, uint8_t **end)
{
    json_int_t match, set, rotation, variant, round, started;
    *out = (dom_core_open_match){.turn = DOM_NOBODY};
    if (!read_seats(object, out) || !read_play(json_object_get(object, "play"), out, end) ||
        !read_number(object, "match", 1, INT64_MAX, &match) ||
        !read_number(object, "set", 1, INT64_MAX, &set) ||
        !read_number(object, "rotation", 0, UINT8_MAX, &rotation) ||
        !read_number(object, "variant", 0, DOM_CORE_VARIANTS_MAX - 1, &variant) ||
        !read_number(object, "round", 1, INT32_MAX, &round) ||
        !read_number(object, "started", 0, INT64_MAX, &started))
        return false;
    out->match = (uint64_t)match;
    out->set = (uint64_t)set;
    out->rotation = (int)rotation;
    out->variant = (uint32_t)variant;
    out->round = (int)round;
    out->started_ms = started;
    return true;
}

static bool read_matches(const json_t *root, dom_live_open_matches *out)
{
    json_int_t version, count;
    const char *name = json_string_value(json_object_get(root, "tournament"));
    const json_t *matches = json_object_get(root, "matches");
    size_t shown = json_array_size(matches);
    uint8_t *end = out->decisions;
    if (!read_number(root, "version", DOM_LIVE_FORMAT_VERSION, DOM_LIVE_FORMAT_VERSION, &version) ||
        name == NULL || strlen(name) >= sizeof out->tournament || !json_is_array(matches) ||
        shown > DOM_CORE_WATCH_MATCHES_MAX ||
        !read_number(root, "count", (json_int_t)shown, UINT32_MAX, &count))
        return false;
    dom_text_copy(out->tournament, sizeof out->tournament, name);
    out->open.count = (uint32_t)count;
    out->open.shown = (uint32_t)shown;
    for (size_t i = 0; i < shown; i++)
        if (!read_match(json_array_get(matches, i), &out->open.match[i], &end))
            return false;
    return true;
}

static dom_rc read_text(dom_live_open_matches *out, const char *text)
{
    out->decisions = malloc(strlen(text) / 2 + 1);
    if (out->decisions == NULL)
        return DOM_E_NOMEM;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    dom_rc rc = read_matches(root, out) ? DOM_OK : DOM_E_MALFORMED;
    json_decref(root);
    return rc;
}

dom_rc dom_live_open_matches_read(dom_live_open_matches *out, const dom_home *home)
{
    char path[DOM_HOME_BESIDE_BYTES], *text;
    dom_home_open_matches_path(path, home);
    *out = (dom_live_open_matches){.decisions = NULL};
    dom_rc rc = dom_fs_file_text(&text, path, DOM_LIVE_FILE_BYTES_MAX, NULL);
    if (rc == DOM_OK)
        rc = read_text(out, text);
    free(text);
    if (rc != DOM_OK)
        dom_live_open_matches_clear(out);
    return rc;
}

void dom_live_open_matches_clear(dom_live_open_matches *open)
{
    free(open->decisions);
    *open = (dom_live_open_matches){.decisions = NULL};
}
