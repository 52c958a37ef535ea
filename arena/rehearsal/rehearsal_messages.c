#include "rehearsal_messages.h"

#include "base/text.h"
#include "core/rehearsal.h"

#include <stdlib.h>
#include <string.h>

static void write_message(FILE *out, dom_msg_type type, const void *body)
{
    uint8_t *text = malloc(DOM_ARENA_MESSAGE_BYTES);
    size_t size =
        text ? dom_msg_encode(DOM_FORMAT_JSON, type, body, text, DOM_ARENA_MESSAGE_BYTES) : 0;
    (void)fwrite(text, 1, size, out);
    (void)fputc('\n', out);
    free(text);
}

void dom_rehearsal_write_welcome(FILE *out, const dom_core_tournament *t)
{
    dom_msg_welcome welcome = {.protocol = DOM_PROTOCOL_VERSION,
                               .arena = DOM_VERSION,
                               .limits = dom_core_limits_told(&t->limits),
                               .variant_count = t->variant_count};
    dom_text_copy(welcome.bot, sizeof welcome.bot, t->bots[0].name);
    for (int i = 0; i < t->variant_count; i++) {
        memcpy(welcome.variants[i].name, t->variants[i].name, sizeof t->variants[i].name);
        welcome.variants[i].options = t->variants[i].options;
    }
    write_message(out, DOM_MSG_WELCOME, &welcome);
}

void dom_rehearsal_write_match(FILE *out, const dom_ipc_frame_open *open, const char *variant)
{
    dom_msg_match match = {
        .seat = open->seat, .seats = open->seats, .teams = open->teams, .seed = open->seed};
    dom_text_copy(match.variant, sizeof match.variant, variant);
    memcpy(match.bots, open->bots, sizeof match.bots);
    memcpy(match.commit, open->commit, sizeof match.commit);
    write_message(out, DOM_MSG_MATCH, &match);
}

void dom_rehearsal_write_round(FILE *out, const dom_match *match)
{
    dom_msg_round round = {.round = match->round,
                           .end = match->last.end,
                           .by = match->last.by,
                           .seats = match->options.players};
    memcpy(round.hands, match->play.hand, sizeof round.hands);
    memcpy(round.points, match->last.points, sizeof round.points);
    memcpy(round.scores, match->score, sizeof round.scores);
    write_message(out, DOM_MSG_ROUND, &round);
}

void dom_rehearsal_write_ask(FILE *out, const dom_msg_ask *ask)
{
    write_message(out, DOM_MSG_ASK, ask);
}
