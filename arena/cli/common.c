#include "common.h"

#include "status.h"

#include "base/shared.h"
#include "bots/shown.h"
#include "output/ranking_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void say_waiting(const char *line)
{
    (void)fprintf(stderr, "%s\n", line);
}

dom_rc dom_cli_find_home(dom_home *home, const dom_cli_call *call, dom_err *err)
{
    dom_rc rc = dom_home_find(home, call->home, call->db, err);
    if (rc == DOM_OK && dom_shared_is(home->home))
        (void)umask(umask(0) & ~(mode_t)070);
    (void)snprintf(home->command, sizeof home->command, "%s%s%.50s", call->command->name,
                   call->word[0] ? " " : "", call->word[0] ? call->word[0] : "");
    home->on_wait = call->waits ? say_waiting : NULL;
    return rc;
}

dom_rc dom_cli_read_store(dom_store **store, const dom_cli_call *call, dom_err *err)
{
    dom_home home;
    *store = NULL;
    dom_rc rc = dom_cli_find_home(&home, call, err);
    return rc == DOM_OK ? dom_home_read(&home, store, err) : rc;
}

dom_rc dom_cli_change_store(dom_home *home, dom_store **store, const dom_cli_call *call,
                            dom_err *err)
{
    *home = (dom_home){.lock_fd = -1};
    *store = NULL;
    dom_rc rc = dom_cli_find_home(home, call, err);
    if (rc == DOM_OK)
        rc = dom_home_lock(home, err);
    if (rc == DOM_OK) /* opening it for writing would create it */
        rc = dom_home_read(home, store, err);
    dom_store_close(store);
    return rc == DOM_OK ? dom_store_open(store, home->db, DOM_STORE_WRITE, err) : rc;
}

dom_rc dom_cli_read_match(const char *word, char name[static DOM_PATH_BYTES], uint64_t *number,
                          dom_err *err)
{
    const char *slash = strrchr(word, '/');
    const char *digits = slash ? slash + 1 : word;
    char *end;
    errno = 0;
    *number = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || errno || *number == 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%.80s' is not a match; allowed: NUMBER or TOURNAMENT/NUMBER, from 1",
                           word);
    (void)snprintf(name, DOM_PATH_BYTES, "%.*s", slash ? (int)(slash - word) : 0, word);
    return DOM_OK;
}

dom_rc dom_cli_take_shown(dom_strings *shown, const dom_strings *words, const dom_home *home,
                          dom_err *err)
{
    dom_bots_places places = dom_bots_places_of(home, NULL);
    for (size_t i = 0; i < words->count; i++)
        if (!dom_strings_add(shown, words->item[i]))
            return dom_err_no_memory(err);
    return dom_bots_shown_take(shown, &places, "--show", NULL, err);
}

dom_rc dom_cli_check_reason(const char *option, const char *reason, dom_err *err)
{
    size_t length = reason ? strlen(reason) : 1;
    bool has_control = false;
    for (const char *c = reason; c && *c; c++)
        has_control |= (unsigned char)*c < ' ' || *c == 0x7f;
    if (length > 0 && length < DOM_STORE_REASON_BYTES && !has_control)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%s: this is not a reason; allowed: one line of 1..%d bytes", option,
                       DOM_STORE_REASON_BYTES - 1);
}

int dom_cli_show_stored(const dom_cli_call *call, const void *args, dom_cli_args_check *check,
                        dom_cli_store_show *show)
{
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = check ? check(args, &err) : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_cli_read_store(&store, call, &err);
    if (rc == DOM_OK)
        rc = show(call, args, store, &err);
    dom_store_close(&store);
    return dom_cli_end(rc, &err);
}

dom_rc dom_cli_read_standings(dom_results_standings *out, dom_store *store, const char *tournament,
                              dom_results_ranking_kind kind, bool wants_all, dom_err *err)
{
    dom_rc rc = dom_results_standings_read(out, store, tournament, kind, err);
    if (rc == DOM_OK)
        dom_output_ranking_note_unrated(out, stderr);
    if (wants_all)
        dom_results_standings_show_all(out);
    return rc;
}

dom_results_match_query dom_cli_match_query(const dom_cli_match_args *args, const char *tournament,
                                            uint64_t usual)
{
    return (dom_results_match_query){.tournament = tournament,
                                     .variants = &args->variants,
                                     .bots = &args->bots,
                                     .end = args->end ? dom_fault_of(args->end) : DOM_FAULT_COUNT,
                                     .set = (uint64_t)args->set,
                                     .from = (uint64_t)args->from,
                                     .to = (uint64_t)args->to,
                                     .limit = args->limit ? (uint64_t)args->limit : usual};
}

dom_rc dom_cli_check_format(const dom_cli_format_args *args, dom_err *err)
{
    if (args->is_json + args->is_csv + args->is_markdown > 1)
        return dom_err_set(err, DOM_E_CONFIG, "--json, --csv and --markdown exclude each other");
    return DOM_OK;
}

dom_output_format dom_cli_format_of(const dom_cli_format_args *args)
{
    return args->is_json       ? DOM_OUTPUT_JSON
           : args->is_csv      ? DOM_OUTPUT_CSV
           : args->is_markdown ? DOM_OUTPUT_MARKDOWN
                               : DOM_OUTPUT_TEXT;
}
