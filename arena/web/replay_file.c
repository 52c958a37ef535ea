/* Writes a match as one file: the page of its first round, the other rounds packed for the script,
 * and for readers without a script the moves of all rounds. */
#include "replay_parts.h"
#include "web/replay.h"

#include "http/gzip.h"
#include "page_alone.h"

#include <stdlib.h>

/* The moves of all rounds, and how each ended. */
static void put_all_moves(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_timeline *line = p->line;
    dom_web_html_raw(h, "<noscript>\n");
    for (p->round = 0; (size_t)p->round < line->round_count; p->round++) {
        const dom_web_round *r = &line->rounds[p->round];
        dom_web_html_put(h, "<h2>The moves of round %d</h2>\n", p->round + 1);
        dom_web_replay_moves(p, line, r);
        if (r->is_counted) {
            dom_web_html_raw(h, "<p>");
            dom_web_replay_round_end(p, line->match, r);
            dom_web_html_raw(h, "</p>\n");
        }
    }
    dom_web_html_raw(h, "</noscript>\n");
}

/* Writes what each round has in place of the first one: a <main> with the step at which it
 * begins. */
static void put_rounds(dom_web_round_page *p, const dom_web_replay_title *headline)
{
    for (p->round = 0; (size_t)p->round < p->line->round_count; p->round++) {
        dom_web_html_put(p->frame.h, "<main data-from=\"%d\"><h1>%s</h1>\n",
                         p->line->rounds[p->round].from, headline->text);
        dom_web_replay_content(p);
        dom_web_html_raw(p->frame.h, "</main>\n");
    }
}

/* Writes the rounds compressed. Returns false if memory has run out. */
static bool put_packed(const dom_web_round_page *p, const dom_web_replay_title *headline,
                       dom_web_html *out)
{
    dom_web_html rounds = {0};
    dom_web_round_page each = *p;
    size_t size = 0;
    each.frame.h = &rounds;
    put_rounds(&each, headline);
    char *packed = rounds.has_failed ? NULL : dom_http_gzip(rounds.bytes, rounds.size, &size);
    dom_web_html_clear(&rounds);
    if (packed == NULL)
        return false;
    dom_web_html_raw(out, "<script type=\"text/plain\" id=\"packed\">");
    dom_web_alone_base64(out, packed, size);
    dom_web_html_raw(out, "</script>\n");
    free(packed);
    return true;
}

dom_rc dom_web_replay_file(dom_web_html *out, const dom_web_replay *replay, dom_err *err)
{
    dom_web_round_page p = {
        .frame = {.h = out, .site = replay->site, .is_alone = true, .is_fixed = true},
        .replay = replay,
        .line = &replay->lines[replay->shown]};
    dom_web_replay_title headline = dom_web_replay_headline(replay->site, p.line->match);
    dom_web_replay_title title =
        dom_web_replay_page_title(replay->site, p.line->match, &headline, 0);
    bool ok = true;
    p.frame.heading = headline.text;
    dom_web_frame_begin(&p.frame, title.text);
    dom_web_replay_content(&p);
    if (p.line->round_count > 1) {
        put_all_moves(&p);
        ok = put_packed(&p, &headline, out);
    }
    dom_web_frame_end(&p.frame);
    return ok && !out->has_failed ? DOM_OK : dom_err_no_memory(err);
}
