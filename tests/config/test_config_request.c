/* What a command asks for: options, bots that are compared or broken, dry runs. */
#include "loading.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

LOADING_SUITE(cli_config_request);

static const char *const two_bots[] = {"alpha", "beta", NULL};
static const char *const two_variants[] = {"draw-2", "block-2", NULL};
static const char *const block[] = {"block-2", NULL};

Test(cli_config_request, no_file_is_needed)
{
    load_request(&(dom_config_request){.name = "quick-20261121-1",
                                       .variants = two_variants,
                                       .bots = two_bots,
                                       .sets = 5,
                                       .concurrency = 2});
    cr_expect(eq(str, t.name, "quick-20261121-1"));
    cr_expect(eq(str, t.variants[1].name, "block-2"));
    cr_expect(eq(str, t.bots[1].name, "beta"));
    cr_expect(t.sets == 5 && t.concurrency == 2 && t.limits.move_ms == 1000);
}

Test(cli_config_request, command_line_goes_before_the_file)
{
    static const char *const bots[] = {"gamma", "./bots/delta", NULL};
    load_request(&(dom_config_request){
        .file = "good-gauntlet.yaml", .name = "other", .variants = block, .bots = bots, .sets = 9});
    cr_expect(eq(str, t.name, "other"));
    cr_expect(t.variant_count == 1 && t.bot_count == 2);
    cr_expect(eq(str, t.bots[0].name, "gamma"));
    cr_expect(t.sets == 9 && t.concurrency == 3 && t.limits.move_ms == 250);
}

static void expect_refused(const dom_config_request *request, const char *message)
{
    cr_expect(eq(int, try_request(request), DOM_E_CONFIG));
    cr_expect(strncmp(last_err.text, message, strlen(message)) == 0, "%s\nnot %s", last_err.text,
              message);
    cr_expect(eq(int, dom_config_load(&t, &places, request, NULL), DOM_E_CONFIG));
}

Test(cli_config_request, errors_of_the_command_line_name_the_option)
{
    static const char *const none[] = {NULL}, *const one[] = {"alpha", NULL};
    static const char *const twice[] = {"alpha", "alpha", NULL}, *const odd[] = {"alpa", "x", NULL};
    static const char *const chess[] = {"chess", NULL}, *const three[] = {"block-3", NULL};
    static const char *const hungry[] = {"alpha", "hungry", NULL};
    static const struct {
        dom_config_request request;
        const char *message;
    } cases[] = {
        {{.variants = two_variants, .bots = two_bots},
         "--name: is missing; allowed: a name [a-z0-9][a-z0-9._-]* of at most 64 letters"},
        {{.name = "A", .variants = two_variants, .bots = two_bots},
         "--name: 'A' is not a name; allowed: a name [a-z0-9][a-z0-9._-]* of at most 64 letters"},
        {{.name = "t", .bots = two_bots}, "--variant: no variant is named; allowed: "},
        {{.name = "t", .variants = none, .bots = two_bots}, "--variant: no variant is named"},
        {{.name = "t", .variants = chess, .bots = two_bots},
         "--variant: there is no variant 'chess'; allowed: "},
        {{.name = "t", .variants = two_variants}, "--bots: no bot is named; allowed: "},
        {{.name = "t", .variants = two_variants, .bots = one},
         "--bots: draw-2 needs at least 2 bots, and 1 is named; allowed: 2..1000, NAME#2 for a "
         "second "
         "copy"},
        {{.name = "t", .variants = three, .bots = two_bots},
         "--bots: block-3 needs at least 3 bots, and 2 are named; allowed: 3..1000, NAME#2 for a "
         "second copy"},
        {{.name = "t", .variants = two_variants, .bots = twice},
         "--bots: two bots have the name alpha; allowed: each name once, NAME#2 for a second copy"},
        {{.name = "t", .variants = two_variants, .bots = odd},
         "--bots: there is no bot 'x'; allowed: a folder (with '/'), alpha, "},
        {{.name = "t", .variants = two_variants, .bots = hungry},
         "--bots: hungry needs memory_mb 4096; allowed: at most 2048, its limit here"},
        {{.name = "t", .variants = two_variants, .bots = two_bots, .sets = 1000001},
         "--sets: '1000001' is out of range; allowed: 1..1000000"},
        {{.name = "t", .variants = two_variants, .bots = two_bots, .concurrency = 5000},
         "--concurrency: '5000' is out of range; allowed: auto, 1..4096"},
        {{.file = "nowhere.yaml"}, "nowhere.yaml: cannot be opened: No such file or directory"},
        {{.file = "bots"}, "bots: this is a folder; allowed: a YAML file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refused(&cases[i].request, cases[i].message);
}

Test(cli_config_request, folders_are_relative_to_the_file_or_the_working_folder)
{
    scratch_write(&s, "deep/t.yaml", "name: t\nvariants: [block-2]\nbots: [./one, ../two]\n");
    scratch_write(&s, "deep/one/bot.yaml", "name: one\nrun: [cat]\n");
    scratch_write(&s, "two/bot.yaml", "name: two\nrun: [cat]\n");
    load(scratch_at(&s, "deep/t.yaml"));
    cr_expect(eq(str, t.bots[1].name, "two"));
    static const char *const bots[] = {"./deep/one", "two/", NULL};
    cr_assert(chdir(s.path) == 0);
    load_request(&(dom_config_request){.file = "deep/t.yaml", .bots = bots});
}

Test(cli_config_request, in_a_comparison_a_name_needs_room_for_its_number)
{
#define LETTERS_30 "abcdefghijklmnopqrstuvwxyz0123"
#define TOO_LONG "#2: the name is too long; allowed: 32 letters"
    const char *bots[] = {"./new", "./new", NULL};
    static const struct {
        const char *manifest, *refused;
    } cases[] = {
        {"name: " LETTERS_30 "4\nrun: [cat]\n", "compare: " LETTERS_30 "4" TOO_LONG},
        {"name: " LETTERS_30 "45\nrun: [cat]\n", "compare: " LETTERS_30 "45" TOO_LONG},
    };
    dom_config_request request = {.name = "t",
                                  .variants = two_variants,
                                  .bots = bots,
                                  .compared = &(dom_core_compared){.elo1 = 5},
                                  .bots_option = "compare"};
    cr_assert(chdir(s.path) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_write(&s, "new/bot.yaml", cases[i].manifest);
        expect_refused(&request, cases[i].refused);
    }
    scratch_write(&s, "new/bot.yaml", "name: " LETTERS_30 "\nrun: [cat]\n");
    expect_refused(&request, "compare: both bots are the version " LETTERS_30 "@");
    scratch_write(&s, "other/bot.yaml", "name: " LETTERS_30 "\nrun: [cat, -u]\n");
    bots[1] = "./other";
    load_request(&request);
    cr_expect(eq(str, t.bots[1].name, LETTERS_30 "#2"));
}

/* Bot i is needed where a table has more than i seats; a team is one bot. */
Test(cli_config_request, bots_that_fill_seats_sit_out_where_there_are_none)
{
    static const char *const variants[] = {"block-2", "block-3", "block-4", "block-teams", NULL};
    static const char *const bots[] = {"./new", "./new#2", "./new#3", "./new#4", NULL};
    static const uint64_t played[] = {15, 15, 6, 4};
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "new/bot.yaml", "name: new\nrun: [cat]\n");
    load_request(&(dom_config_request){
        .name = "t", .variants = variants, .bots = bots, .fills_seats = true});
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        cr_expect(eq(u64, t.bots[i].variants, played[i]), "bot %zu", i);
}

/* ---- broken bots ------------------------------------------------------------ */

/* Tournaments of these bots: `noncc` cannot be built, `typo` has a wrong manifest, and `huge` wants
 * too much memory. */
typedef struct {
    const char *bots[6], *schedule;
    uint32_t seeds;
    bool skips_broken, tries_others;
    const char *remark[2]; /* parts of the remarks */
    const char *refused; /* the beginning of what refuses the tournament although it is returned */
    const char *error;   /* a part of the error; NULL: two bots are returned */
} broken_case;

static const broken_case broken[] = {
    /* All broken bots are named in one call, and a wrong word does not hide them. */
    {.bots = {"./one", "./noncc", "./two", "./typo"},
     .remark = {"--bots: noncc: the build failed: 'false' "},
     .error = "typo/bot.yaml:2: rnu: "},
    {.bots = {"./noncc", "unknown"},
     .remark = {"the build failed"},
     .error = "there is no bot 'unknown'"},
    /* If that is wanted, they are left out. */
    {.bots = {"./one", "./noncc", "./two", "./typo"},
     .skips_broken = true,
     .remark = {"; it is left out", "; it is left out"}},
    /* But not the first bot of a gauntlet: without it, another bot would be the one that all play
     * against. */
    {.bots = {"./noncc", "./one", "./two"},
     .schedule = "gauntlet",
     .skips_broken = true,
     .error = "the build failed"},
    {.bots = {"./one", "./noncc", "./two"},
     .schedule = "gauntlet",
     .seeds = 2,
     .skips_broken = true,
     .error = "the build failed"},
    {.bots = {"./one", "./two", "./noncc", "./typo"},
     .schedule = "gauntlet",
     .skips_broken = true,
     .remark = {"; it is left out", "; it is left out"}},
    {.bots = {"./one", "./two"},
     .schedule = "gauntlet",
     .seeds = 2,
     .error = "--seeds: 2 seeds, and 2 bots take part; allowed: fewer seeds than bots"},
    {.bots = {"./one", "./two"},
     .seeds = 2,
     .error = "--seeds: only a gauntlet has seeds; allowed: schedule gauntlet, or no seeds"},
    /* Builds take minutes, so a wrong key must not cost them. */
    {.bots = {"./one", "./noncc", "./two", "./typo"},
     .schedule = "swiss",
     .remark = {"swiss needs rounds"},
     .error = "typo/bot.yaml:2: rnu: "},
    /* The others are returned so that they can be started, but only if all that is wrong are
     * bots. */
    {.bots = {"./one", "./noncc", "./two", "./huge", "./typo"},
     .tries_others = true,
     .remark = {"noncc", "typo"},
     .refused = "--bots: huge needs memory_mb"},
    {.bots = {"./one", "./noncc"},
     .tries_others = true,
     .error = "--bots: noncc: the build failed"},
    {.bots = {"./one", "./noncc", "./two", "unknown"},
     .tries_others = true,
     .remark = {"noncc"},
     .error = "--bots: there is no bot 'unknown'"},
    {.bots = {"./one", "./two"}, .tries_others = true},
};

ParameterizedTestParameters(cli_config_request, broken_bots_are_named_or_left_out)
{
    return row_params(sizeof broken / sizeof *broken);
}

ParameterizedTest(size_t *row, cli_config_request, broken_bots_are_named_or_left_out)
{
    const broken_case *c = &broken[*row];
    dom_strings remarks = {.count = 0};
    const dom_bots_listener listener = {.context = &remarks, .on_remark = hear};
    dom_err refused = {.text = ""};
    places.listener = &listener;
    scratch_write(&s, "noncc/bot.yaml", "name: noncc\nrun: [cat]\nbuild: [[false]]\n");
    scratch_write(&s, "typo/bot.yaml", "name: typo\nrnu: [cat]\n");
    scratch_write(&s, "huge/bot.yaml", "name: huge\nrun: [cat]\nlimits: {memory_mb: 99999}\n");
    scratch_write(&s, "one/bot.yaml", "name: one\nrun: [cat]\n");
    scratch_write(&s, "two/bot.yaml", "name: two\nrun: [cat]\n");
    cr_assert(chdir(s.path) == 0);
    dom_rc rc = try_request(&(dom_config_request){.name = "t",
                                                  .variants = block,
                                                  .bots = c->bots,
                                                  .schedule = c->schedule,
                                                  .seeds = c->seeds,
                                                  .skip_broken = c->skips_broken,
                                                  .refused = c->tries_others ? &refused : NULL});
    cr_expect(eq(int, rc, c->error ? DOM_E_CONFIG : DOM_OK), "row %zu: %s", *row, last_err.text);
    cr_expect(strstr(last_err.text, c->error ? c->error : "") != NULL, "row %zu: %s", *row,
              last_err.text);
    cr_expect(eq(int, refused.rc, c->refused ? DOM_E_CONFIG : DOM_OK), "row %zu", *row);
    cr_expect(c->refused ? strstr(refused.text, c->refused) == refused.text : !refused.text[0],
              "row %zu: %s", *row, refused.text);
    size_t wanted = (c->remark[0] != NULL) + (size_t)(c->remark[1] != NULL);
    cr_assert(eq(sz, remarks.count, wanted), "row %zu", *row);
    for (size_t i = 0; i < wanted; i++)
        cr_expect(strstr(remarks.item[i], c->remark[i]) != NULL, "%s", remarks.item[i]);
    cr_assert(eq(u16, t.bot_count, c->error ? 0 : 2), "row %zu", *row);
    if (!c->error)
        cr_expect(strcmp(t.bots[0].name, "one") == 0 && strcmp(t.bots[1].name, "two") == 0);
    if (c->schedule && strcmp(c->schedule, "swiss") == 0)
        cr_expect(ne(int, access(home, F_OK), 0), "nothing was built");
    dom_strings_clear(&remarks);
}

/* ---- the dry run ------------------------------------------------------------ */

Test(cli_config_request, a_dry_run_makes_nothing_and_knows_the_versions)
{
    static const char *const bots[] = {"./made", "./one", "alpha", NULL};
    const dom_config_request dry = {
        .name = "t", .variants = block, .bots = bots, .is_dry_run = true};
    dom_config_request real = dry;
    char version[3][sizeof t.bots->version];
    real.is_dry_run = false;
    scratch_write(&s, "made/bot.yaml", "name: made\nrun: [./bot]\nbuild: [[cp, /bin/cat, bot]]\n");
    scratch_write(&s, "one/bot.yaml", "name: one\nrun: [cat]\n");
    cr_assert(chdir(s.path) == 0);
    places.shipped = scratch_at(&s, "files/bots");
    load_request(&dry);
    cr_expect(ne(int, access(home, F_OK), 0), "no data folder was made");
    for (size_t i = 0; i < 3; i++)
        memcpy(version[i], t.bots[i].version, sizeof version[i]);
    load_request(&real);
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(str, version[i], t.bots[i].version), "%s", bots[i]);
    load_request(&dry); /* now with a snapshot */
    cr_expect(eq(int, strncmp(t.bots[0].folder, home, strlen(home)), 0));
}

Test(cli_config_request, a_dry_run_says_which_programs_are_missing)
{
    static const struct {
        const char *manifest, *message;
    } cases[] = {
        {"run: [./bot.sh]", "--bots: new: ./bot.sh: there is no such file"},
        {"run: [no-such-language, bot]", "--bots: new: no-such-language: there is no such program"},
        {"run: [./script]", "--bots: new: ./script: its first line names the interpreter /no/sh"},
        {"run: [./bot]\nbuild: [[no-such-make]]", "--bots: new: no-such-make: there is no such"},
        {"run: [no-such-vm, a]\nbuild: [[cat]]", "--bots: new: no-such-vm: there is no such"},
    };
    static const char *const bots[] = {"./new", "alpha", NULL};
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = bots, .is_dry_run = true};
    scratch_write(&s, "new/script", "#!/no/sh\n");
    cr_assert(chdir(s.path) == 0 && chmod("new/script", 0755) == 0);
    places.shipped = scratch_at(&s, "files/bots");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "name: new\n%s\n", cases[i].manifest);
        scratch_write(&s, "new/bot.yaml", text);
        expect_refused(&request, cases[i].message);
    }
}

Test(cli_config_request, comparisons_and_tournaments_marked_as_unrated_are_unrated)
{
    static const char *const bots[] = {"./new", "./new#2", NULL};
    const dom_config_request requests[] = {
        {.name = "t", .variants = two_variants, .bots = bots},
        {.name = "t", .variants = two_variants, .bots = bots, .is_unrated = true},
    };
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "new/bot.yaml", "name: new\nrun: [cat]\n");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        load_request(&requests[i]);
        cr_expect(eq(int, t.is_rated, !requests[i].is_unrated));
        expect_json(true, t.is_rated ? "\"rated\":true" : "\"rated\":false");
    }
}

/* Who sees a hand of an unfinished set knows it in the other matches of the set. */
