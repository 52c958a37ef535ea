#include "loading.h"

#include "config/stored_config.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

scratch s;
bundle b;
char home[100];
dom_bots_places places;
dom_core_tournament t;

void loading_begin(void)
{
    scratch_open(&s);
    (void)snprintf(home, sizeof home, "%s/home", s.path);
    places = (dom_bots_places){.home = home, .shipped = "bots"};
    scratch_write(&s, "README.md", "outside\n");
    bundle_open(&b, TOURNAMENTS);
    for (size_t i = 0; i < b.count; i++)
        if (!bundle_begins(&b.files[i], BAD))
            bundle_unpack(&b.files[i], &s, "files");
    cr_assert(chdir(scratch_at(&s, "files")) == 0);
}

void loading_end(void)
{
    dom_config_free(&t);
    dom_config_free(&t); /* a second time changes nothing */
    bundle_close(&b);
    scratch_close(&s);
}

dom_rc try_request(const dom_config_request *request)
{
    dom_config_free(&t);
    last_err = (dom_err){.text = ""};
    return dom_config_load(&t, &places, request, &last_err);
}

dom_rc try_file(const char *file)
{
    return try_request(&(dom_config_request){.file = file});
}

void load_request(const dom_config_request *request)
{
    cr_assert(eq(int, try_request(request), DOM_OK), "%s", last_err.text);
}

void load(const char *file)
{
    load_request(&(dom_config_request){.file = file});
}

void expect_json(bool has, const char *part)
{
    char *json = dom_config_json(&t);
    cr_assert(ne(ptr, json, NULL));
    cr_expect(eq(int, strstr(json, part) != NULL, has), "%s\nin %s", part, json);
    free(json);
}

void hear(void *context, const char *text)
{
    if (strstr(text, " sits out ") == NULL)
        cr_assert(dom_strings_add(context, text));
}
