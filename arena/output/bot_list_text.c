#include "output/bot_list_text.h"

#include "base/now.h"
#include "output/text_table.h"

static const char *bot_state(const dom_ladder_entry *e)
{
    return !e->is_present ? "removed" : e->is_placed ? "placed" : "not placed yet";
}

static json_t *bot_names_json(const dom_strings *names)
{
    json_t *list = json_array();
    for (size_t i = 0; i < names->count; i++)
        (void)json_array_append_new(list, json_string(names->item[i]));
    return list;
}

dom_rc dom_output_bots_json(FILE *out, const dom_ladder *l, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < l->count; i++) {
        const dom_ladder_entry *e = &l->entry[i];
        (void)json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:s?, s:s, s:b, s:b, s:o, s:o}", "name", e->bot.name, "version",
                      e->bot.version, "tag", e->bot.mark.tag[0] ? e->bot.mark.tag : NULL,
                      "registered", dom_utc_of(e->bot.registered_ms).text, "is_placed",
                      e->is_placed, "is_present", e->is_present, "variants",
                      bot_names_json(&e->bot.variants), "tournaments",
                      bot_names_json(&e->bot.tournaments)));
    }
    return dom_output_put_list(out, "bots", list, err);
}

dom_rc dom_output_bots_text(FILE *out, const dom_ladder *l, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "version", .is_left = true},
        {.head = "tag", .is_left = true},
        {.head = "registered", .is_left = true, .leave = 1},
        {.head = "variants", .leave = 2},
        {.head = "state", .is_left = true}};
    if (l->count == 0) {
        dom_output_put_wrapped(out, "No bot is registered yet. Type: domino-arena submit DIR (bots "
                                    "--keys lists remote bots)");
        return DOM_OK;
    }
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (size_t i = 0; i < l->count; i++) {
        const dom_ladder_entry *e = &l->entry[i];
        dom_output_table_put(&g, "%s", e->bot.name);
        dom_output_table_put(&g, "%.8s", e->bot.version);
        dom_output_table_put(&g, "%s", e->bot.mark.tag);
        dom_output_table_put(&g, "%s", dom_utc_of(e->bot.registered_ms).text);
        dom_output_table_put(&g, "%zu", e->bot.variants.count);
        dom_output_table_put(&g, "%s", bot_state(e));
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

static dom_rc print_remote_keys(FILE *out, const dom_bots_remote_keys *keys, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "", .is_left = true}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (size_t i = 0; i < keys->count; i++) {
        dom_output_table_put(&g, "%s", keys->item[i].name);
        dom_output_table_put(&g, "%s", keys->item[i].key);
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

dom_rc dom_output_remote_keys(FILE *out, const dom_bots_remote_keys *keys, bool is_json,
                              dom_err *err)
{
    if (!is_json)
        return print_remote_keys(out, keys, err);
    json_t *list = json_array();
    for (size_t i = 0; i < keys->count; i++)
        (void)json_array_append_new(
            list, json_pack("{s:s, s:s}", "name", keys->item[i].name, "key", keys->item[i].key));
    return dom_output_put_list(out, "keys", list, err);
}
