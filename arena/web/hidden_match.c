#include "web/hidden_match.h"

#include "replay_parts.h"

static void put_facts(dom_web_page_frame *p, const dom_web_match *match)
{
    dom_web_html *h = p->h;
    const dom_record_match *r = match->record;
    dom_web_html_put(h, "<p>Match %llu of ", (unsigned long long)r->match);
    dom_web_frame_tournament_link(p, &p->site->tournaments[match->tournament]);
    dom_web_html_raw(h, ", ");
    dom_web_frame_link(p, "leaderboard", r->variant, r->variant);
    dom_web_html_put(h, ", %s", r->is_open ? "since " : "");
    dom_web_frame_time(p, r->started_ms);
    dom_web_html_raw(h, ". ");
    if (r->is_open)
        dom_web_html_put(h, "Round %d is being played.", match->round);
    else
        dom_web_replay_end(p, match);
    dom_web_html_raw(h, "</p>\n");
}

void dom_web_hidden_match_page(dom_web_html *out, const dom_web_site *site,
                               const dom_web_match *match)
{
    char stem[DOM_WEB_STEM_BYTES];
    dom_web_frame_number_stem(stem, "match", match->record->tournament, match->record->match);
    dom_web_replay_title headline = dom_web_replay_headline(site, match);
    dom_web_replay_title title = dom_web_replay_page_title(site, match, &headline, 0);
    dom_web_page_frame p = {.h = out,
                            .site = site,
                            .stem = stem,
                            .heading = headline.text,
                            .depth = dom_web_frame_depth(stem)};
    dom_web_frame_begin(&p, title.text);
    dom_web_html_raw(out, "<div id=\"hidden\">\n");
    put_facts(&p, match);
    dom_web_replay_result(&p, match, false);
    dom_web_html_raw(out, "<p>The moves are not shown yet: the hands of this duplicate set are "
                          "played by others, too. The match opens when its set is "
                          "complete.</p>\n</div>\n");
    dom_web_frame_end(&p);
}
