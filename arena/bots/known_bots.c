#include "bots/known_bots.h"

#include "base/path.h"
#include "bots/manifest.h"

#include <dirent.h>
#include <stdio.h>

/* Adds the names of the folders in `path`, each once. */
static void add_names(dom_strings *names, const char *path)
{
    DIR *dir = opendir(path);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (d->d_type != DT_REG && dom_name_is_valid(d->d_name, DOM_BOTS_NAME_MAX) &&
            !dom_strings_has(names, d->d_name))
            (void)dom_strings_add(names, d->d_name);
    if (dir)
        (void)closedir(dir);
}

dom_strings dom_bots_known_names(const dom_bots_places *places)
{
    dom_strings names = {.count = 0};
    char path[DOM_PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/bots", places->home);
    add_names(&names, path);
    if (places->shipped)
        add_names(&names, places->shipped);
    dom_strings_sort(&names);
    return names;
}
