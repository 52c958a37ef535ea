#include "output/dry_run_text.h"

#include "config/config.h"

static void print_matches(const dom_core_tournament *t, const dom_core_progress *progress,
                          FILE *out)
{
    unsigned long long done = progress->done, total = progress->total;
    if (done == total)
        (void)fprintf(out, "%s: nothing is wrong; all %llu matches were played\n", t->name, total);
    else if (done > 0)
        (void)fprintf(out, "%s: nothing is wrong; it continues, %llu of %llu matches were played\n",
                      t->name, done, total);
    else
        (void)fprintf(out, "%s: nothing is wrong; %llu matches would be played\n", t->name, total);
}

static void print_schedule(const dom_core_tournament *t, FILE *out)
{
    const char *word = dom_yaml_key_find(dom_config_keys(), "schedule")->words[t->schedule];
    (void)fprintf(out, "schedule: %s, ", word);
    if (t->rounds > 0)
        (void)fprintf(out, "%u rounds, ", (unsigned)t->rounds);
    (void)fprintf(out, "%u sets per table\n", (unsigned)t->sets);
}

void dom_output_dry_run(const dom_core_tournament *t, const dom_core_progress *progress, FILE *out)
{
    print_matches(t, progress, out);
    print_schedule(t, out);
    for (int i = 0; i < t->variant_count; i++)
        (void)fprintf(out, "%s%s", i ? ", " : "variants: ", t->variants[i].name);
    for (int i = 0; i < t->bot_count; i++)
        (void)fprintf(out, "%s%s@%.8s", i ? ", " : "\nbots: ", t->bots[i].name, t->bots[i].version);
    (void)fputc('\n', out);
}
