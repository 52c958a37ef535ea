#include "commands.h"

#include "rating_list.h"
#include "result_file.h"

#include <stdlib.h>
#include <string.h>

enum { BOOTSTRAP_SEED = 1 };

typedef struct {
    const cli_args *args;
    dom_err *err;
    dom_pool *pool;
    dom_strings names;
    dom_list_options options;
    dom_list list;
    dom_bootstrap *bootstrap;
    rating_bot *bot;
} rating;

static dom_rc failed(const rating *r, dom_ratings_rc rc)
{
    return dom_err_set(r->err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT, "%s: %s",
                       r->args->from_file, dom_ratings_text(rc));
}

static dom_rc find_anchor(rating *r)
{
    const char *anchor = r->args->anchor;
    for (size_t i = 0; anchor && i < r->names.count; i++)
        if (strcmp(r->names.item[i], anchor) == 0)
            r->options.anchor = (int32_t)i;
    if (anchor && r->options.anchor < 0)
        return dom_err_set(r->err, DOM_E_CONFIG, "--anchor: no bot '%.40s' is in %s", anchor,
                           r->args->from_file);
    return DOM_OK;
}

static dom_rc name_bots(rating *r)
{
    r->bot = calloc(r->names.count, sizeof *r->bot);
    if (r->bot == NULL)
        return failed(r, DOM_RATINGS_E_NOMEM);
    for (size_t i = 0; i < r->names.count; i++)
        r->bot[i] =
            (rating_bot){.name = r->names.item[i], .label = r->names.item[i], .version = ""};
    return DOM_OK;
}

static dom_rc draw_again(rating *r)
{
    if (r->args->bootstrap == 0)
        return DOM_OK;
    r->bootstrap = calloc(r->names.count, sizeof *r->bootstrap);
    if (r->bootstrap == NULL)
        return failed(r, DOM_RATINGS_E_NOMEM);
    dom_ratings_rc rc = dom_list_bootstrap(r->bootstrap, r->pool, &r->options,
                                           (uint32_t)r->args->bootstrap, BOOTSTRAP_SEED);
    return rc == DOM_RATINGS_OK ? DOM_OK : failed(r, rc);
}

static dom_rc compute(rating *r)
{
    r->pool = dom_pool_new();
    if (r->pool == NULL)
        return failed(r, DOM_RATINGS_E_NOMEM);
    dom_rc rc = result_file_read(r->args->from_file, r->pool, &r->names, r->err);
    if (rc == DOM_OK)
        rc = find_anchor(r);
    if (rc == DOM_OK)
        rc = name_bots(r);
    if (rc != DOM_OK)
        return rc;
    dom_ratings_rc fitted = dom_list_fit(&r->list, r->pool, &r->options);
    return fitted == DOM_RATINGS_OK ? draw_again(r) : failed(r, fitted);
}

static dom_rc print(const rating *r, cli_format format)
{
    rating_show show = rating_show_begin(format, stdout);
    rating_list list = {.title = r->args->from_file,
                        .list = &r->list,
                        .players = r->names.count,
                        .options = &r->options,
                        .bot = r->bot,
                        .bootstrap = r->bootstrap,
                        .point = RESULT_POINT,
                        .per = "match"};
    dom_rc rc = rating_show_list(&show, &list, r->err);
    return rating_show_end(&show, rc, r->err);
}

int cmd_rate(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK};
    rating r = {.args = args, .err = &err, .options = DOM_LIST_OPTIONS};
    cli_format format;
    dom_rc rc = cli_format_of(args, &format, &err);
    r.options.wants_covariance = rc == DOM_OK && format == CLI_JSON;
    if (rc == DOM_OK && args->from_file == NULL)
        rc = dom_err_set(&err, DOM_E_CONFIG,
                         "rate needs --from FILE.csv; see domino-arena rate --help");
    if (rc == DOM_OK)
        rc = compute(&r);
    if (rc == DOM_OK)
        rc = print(&r, format);
    dom_pool_free(&r.pool);
    dom_strings_clear(&r.names);
    dom_list_clear(&r.list);
    free(r.bootstrap);
    free(r.bot);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
