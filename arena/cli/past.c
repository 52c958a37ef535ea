#include "past.h"

#include <string.h>

dom_secret past_secret(const dom_store_tournament *t)
{
    dom_secret secret;
    memcpy(secret.byte, t->secret, sizeof secret.byte);
    return secret;
}

dom_record past_record(const dom_store_tournament *t, const dom_store_match *m)
{
    dom_secret secret = past_secret(t);
    dom_record r = {.tournament = t->name,
                    .match = m->match,
                    .set = m->set,
                    .rotation = m->rotation,
                    .attempt = m->attempt,
                    .variant = t->variants[m->variant].name,
                    .options = &t->variants[m->variant].options,
                    .end = m->end,
                    .fault_seat = m->fault_seat,
                    .started_ms = m->started_ms,
                    .duration_ms = m->duration_ms,
                    .sandbox = m->sandbox,
                    .is_revealed = t->finished_ms != 0,
                    .decisions = m->decisions,
                    .decisions_bytes = m->decisions_bytes};
    dom_key_of_set(&r.key, &secret, t->name, (uint32_t)m->set);
    for (int s = 0; s < m->seats; s++) {
        r.bot_name[s] = t->bots[m->seat[s].bot].name;
        r.bot_version[s] = t->bots[m->seat[s].bot].version;
    }
    dom_secret_clear(&secret);
    return r;
}

dom_rc past_each_tournament(dom_store *store, const char *name,
                            dom_rc (*visit)(void *context, const dom_store_tournament *t),
                            void *context, dom_err *err)
{
    if (name == NULL)
        return dom_store_tournament_each(store, visit, context, err);
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, name, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = visit(context, &t);
    dom_store_tournament_free(&t);
    return rc;
}
