/* Writes the page of one round: its parts in order, and the facts about the match. */
#include "web/replay.h"

#include "replay_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the match ------------------------------------------------------------------ */

/* Says how far an open match has come, to the end of the paragraph. */
static void put_progress(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_match *m = p->line->match;
    dom_web_html_put(h, ". Round %zu is being played; the score is", p->line->round_count);
    for (int i = 0; i < m->seats; i++)
        dom_web_html_put(h, "%s %d %s %d", i ? "," : "", i, p->frame.site->bots[m->bot[i]].label,
                         (int)m->score[i]);
    if (m->turn >= 0) {
        dom_web_html_put(h, "; %d %s is to move since ", m->turn,
                         p->frame.site->bots[m->bot[m->turn]].label);
        dom_web_frame_clock(&p->frame, m->asked_ms);
    }
    dom_web_html_raw(h, ".</p>\n");
}

static void put_facts(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_record_match *r = p->line->match->record;
    dom_web_html_put(h, "<p>Match %llu of ", (unsigned long long)r->match);
    dom_web_frame_tournament_link(&p->frame,
                                  &p->replay->site->tournaments[p->line->match->tournament]);
    dom_web_html_raw(h, ", ");
    dom_web_frame_link(&p->frame, "leaderboard", r->variant, r->variant);
    dom_web_html_put(h, ", set %llu, rotation %d, ", (unsigned long long)r->set, r->rotation);
    dom_web_frame_time(&p->frame, r->started_ms);
    if (r->is_open) {
        put_progress(p);
        return;
    }
    dom_web_html_raw(h, ". ");
    dom_web_replay_end(&p->frame, p->line->match);
    dom_web_html_put(h, " To see it in a terminal: <code>domino-arena replay %s/%llu</code>.",
                     r->tournament, (unsigned long long)r->match);
    if (p->frame.is_alone) {
        dom_web_html_raw(h, "</p>\n");
        return;
    }
    dom_web_html_raw(h, " For programs: <a id=\"record\"");
    dom_web_frame_record_href(&p->frame, (dom_web_match_ref){p->line->match->tournament, r->match});
    dom_web_html_raw(h, ">JSON</a></p>\n");
}

/* Writes links to the matches before and after it, and to those with the same deals. */
static void put_other_matches(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_replay *replay = p->replay;
    const uint32_t tournament = p->line->match->tournament;
    const uint64_t match = p->line->match->record->match;
    const dom_web_match_ref before = {tournament, match - 1}, after = {tournament, match + 1};
    dom_web_html_raw(h, "<nav class=\"pager\" aria-label=\"Other matches\">");
    if (before.match > 0 && dom_web_site_has_match(replay->site, before))
        dom_web_frame_match_link(&p->frame, before, "Previous match");
    if (match < replay->site->tournaments[tournament].last_match)
        dom_web_frame_match_link(&p->frame, after, "Next match");
    if (replay->count > 1)
        dom_web_html_raw(h, "<span>Same deals, other seats:</span>");
    for (int i = 0; i < replay->count; i++)
        if (i != replay->shown)
            dom_web_frame_match_link(
                &p->frame, (dom_web_match_ref){tournament, replay->set[i].record->match}, NULL);
    dom_web_html_raw(h, "</nav>\n");
}

/* ---- the round ------------------------------------------------------------------ */

static void put_round(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    dom_web_replay_rounds_nav(p);
    dom_web_replay_shapes(p);
    dom_web_replay_controls(p);
    dom_web_html_raw(h, "<section id=\"replay\">\n<div class=\"board\">\n");
    dom_web_replay_cloth(p);
    dom_web_replay_hands(p);
    dom_web_html_raw(h, "</div>\n");
    dom_web_replay_beside(p);
    dom_web_replay_steps(p);
    dom_web_html_raw(h, "</section>\n");
    dom_web_replay_account(p);
    dom_web_replay_set(p);
}

void dom_web_replay_content(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    dom_web_replay_outcome(p);
    dom_web_html_raw(h, "<div class=\"facts\">\n");
    put_facts(p);
    if (!p->frame.is_alone)
        put_other_matches(p);
    dom_web_html_raw(h, "</div>\n");
    if ((size_t)p->round < p->line->round_count)
        put_round(p);
    if (p->line->match->record->is_open)
        return;
    dom_web_html_raw(h, "<h2>Result of the match</h2>\n");
    dom_web_replay_result(&p->frame, p->line->match, true);
}

void dom_web_replay_page(dom_web_html *out, const dom_web_replay *replay, uint32_t round)
{
    const dom_web_timeline *line = &replay->lines[replay->shown];
    bool is_open = line->match->record->is_open;
    char stem[DOM_WEB_STEM_BYTES + 16], json[DOM_WEB_STEM_BYTES];
    dom_web_frame_number_stem(json, "match", line->match->record->tournament,
                              line->match->record->match);
    (void)snprintf(stem, sizeof stem, round > 1 ? "%s/%u" : "%s", json, round);
    dom_web_round_page p = {.frame = {.h = out,
                                      .site = replay->site,
                                      .stem = stem,
                                      .json = is_open ? NULL : json,
                                      .depth = dom_web_frame_depth(stem),
                                      .is_fixed = !is_open},
                            .replay = replay,
                            .line = line,
                            .round = (int)round - 1};
    dom_web_replay_title headline = dom_web_replay_headline(replay->site, line->match);
    dom_web_replay_title title = dom_web_replay_page_title(p.frame.site, line->match, &headline,
                                                           line->round_count > 0 ? (int)round : 0);
    p.frame.heading = headline.text;
    dom_web_frame_begin(&p.frame, title.text);
    dom_web_replay_content(&p);
    dom_web_frame_end(&p.frame);
}

/* ---- the whole ------------------------------------------------------------------ */

/* Collects a match. One of the other matches that cannot be replayed stays without rounds. */
static dom_rc collect(dom_web_replay *replay, int i, dom_err *err)
{
    dom_err other;
    dom_rc rc = dom_web_timeline_make(&replay->lines[i], &replay->set[i],
                                      i == replay->shown ? err : &other);
    if (rc == DOM_OK || i == replay->shown)
        return rc;
    dom_web_timeline_clear(&replay->lines[i]);
    return rc == DOM_E_NOMEM ? dom_err_no_memory(err) : DOM_OK;
}

dom_rc dom_web_replay_open(dom_web_replay **out, const dom_web_site *site,
                           const dom_web_match set[], int count, int shown, dom_err *err)
{
    dom_web_replay *replay = calloc(1, sizeof *replay + (size_t)count * sizeof replay->lines[0]);
    dom_rc rc = replay ? DOM_OK : dom_err_no_memory(err);
    if (replay) {
        replay->site = site;
        replay->set = set;
        replay->count = count;
        replay->shown = shown;
    }
    for (int i = 0; rc == DOM_OK && i < count; i++)
        rc = collect(replay, i, err);
    if (rc != DOM_OK)
        dom_web_replay_close(&replay);
    *out = replay;
    return rc;
}

uint32_t dom_web_replay_rounds(const dom_web_replay *replay)
{
    return (uint32_t)replay->lines[replay->shown].round_count;
}

void dom_web_replay_close(dom_web_replay **replay)
{
    for (int i = 0; *replay && i < (*replay)->count; i++)
        dom_web_timeline_clear(&(*replay)->lines[i]);
    free(*replay);
    *replay = NULL;
}
