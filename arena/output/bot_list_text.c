#include "output/bot_list_text.h"

#include "output/output.h"

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
            json_pack("{s:s, s:s, s:s, s:b, s:b, s:o, s:o}", "name", e->bot.name, "version",
                      e->bot.version, "registered", dom_output_time_of(e->bot.registered_ms).text,
                      "is_placed", e->is_placed, "is_present", e->is_present, "variants",
                      bot_names_json(&e->bot.variants), "tournaments",
                      bot_names_json(&e->bot.tournaments)));
    }
    return dom_output_put_list(out, "bots", list, err);
}

void dom_output_bots_text(FILE *out, const dom_ladder *l)
{
    if (l->count == 0)
        (void)fprintf(out,
                      "No bot is registered yet. Type: domino-arena submit DIR (bots --keys lists "
                      "remote bots)\n");
    else
        (void)fprintf(out, "%-32s %-8s  %-24s %8s  %s\n", "bot", "version", "registered",
                      "variants", "state");
    for (size_t i = 0; i < l->count; i++)
        (void)fprintf(out, "%-32s %.8s  %-24s %8zu  %s\n", l->entry[i].bot.name,
                      l->entry[i].bot.version,
                      dom_output_time_of(l->entry[i].bot.registered_ms).text,
                      l->entry[i].bot.variants.count, bot_state(&l->entry[i]));
}

dom_rc dom_output_remote_keys(FILE *out, const dom_bots_remote_keys *keys, bool is_json,
                              dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < keys->count; i++)
        if (is_json)
            (void)json_array_append_new(list, json_pack("{s:s, s:s}", "name", keys->item[i].name,
                                                        "key", keys->item[i].key));
        else
            (void)fprintf(out, "%-32s %s\n", keys->item[i].name, keys->item[i].key);
    if (is_json)
        return dom_output_put_list(out, "keys", list, err);
    json_decref(list);
    return DOM_OK;
}
