#include "rehearsal_cast.h"

#include "base/text.h"

#include <string.h>

static int32_t smaller_limit(int32_t own, int32_t given)
{
    return own > 0 && own < given ? own : given;
}

dom_rc dom_rehearsal_cast_add(dom_rehearsal_cast *cast, const dom_bots_resolved *bot,
                              const dom_core_limits *limits, dom_err *err)
{
    const dom_bots_manifest *manifest = &bot->manifest;
    if (manifest->transport == DOM_CORE_TRANSPORT_REMOTE)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s is a remote bot; allowed: a bot that the arena can start",
                           bot->name);
    dom_core_entrant *added = &cast->bot[cast->t.bot_count++];
    cast->t.bots = cast->bot;
    cast->t.limits = *limits;
    dom_text_copy(added->name, sizeof added->name, bot->name);
    dom_text_copy(added->version, sizeof added->version, bot->snapshot.version);
    added->folder = (char *)bot->snapshot.folder;
    for (size_t i = 0; i < manifest->run.count; i++)
        added->args[i] = manifest->run.item[i];
    for (size_t i = 0; i < manifest->env.count; i++)
        added->env[i] = manifest->env.item[i];
    added->transport = manifest->transport;
    added->memory_mb = smaller_limit(manifest->memory_mb, limits->memory_mb);
    added->processes = smaller_limit(manifest->processes, limits->processes);
    return DOM_OK;
}

dom_rc dom_rehearsal_cast_plays(const dom_bots_resolved *bot, const dom_variant *variant,
                                dom_err *err)
{
    if (dom_bots_manifest_plays(&bot->manifest, variant))
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%s does not play %s; its %s lists its variants",
                       bot->name, variant->name, DOM_BOTS_MANIFEST_FILE);
}

static bool is_same_variant(const dom_variant *a, const dom_variant *b)
{
    return strcmp(a->name, b->name) == 0 &&
           memcmp(&a->options, &b->options, sizeof a->options) == 0;
}

bool dom_rehearsal_variant_add(dom_core_tournament *t, const dom_variant *variant, uint16_t *at)
{
    for (*at = 0; *at < t->variant_count; ++*at)
        if (is_same_variant(&t->variants[*at], variant))
            return true;
    if (t->variant_count == DOM_CORE_VARIANTS_MAX)
        return false;
    t->variants[t->variant_count++] = *variant;
    return true;
}
