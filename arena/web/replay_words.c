/* Words that several parts of the page of a round use. */
#include "replay_parts.h"

#include "base/text.h"

dom_web_match_ref dom_web_replay_ref(const dom_web_round_page *p)
{
    return (dom_web_match_ref){p->line->match->tournament, p->line->match->record->match};
}

void dom_web_replay_round_href(dom_web_round_page *p, int round)
{
    if (p->frame.is_alone)
        dom_web_html_put(p->frame.h, " href=\"#%d\"", p->line->rounds[round].from + 1);
    else
        dom_web_frame_round_href(&p->frame, dom_web_replay_ref(p), (uint32_t)round + 1);
}

dom_web_replay_title dom_web_replay_page_title(const dom_web_site *site, const dom_web_match *match,
                                               const dom_web_replay_title *headline, int round)
{
    dom_web_replay_title title;
    dom_text text = dom_text_of(title.text, sizeof title.text);
    dom_text_add(&text, headline->text);
    dom_text_add(&text, " - ");
    dom_text_add(&text, dom_web_tournament_title(&site->tournaments[match->tournament]));
    dom_text_add(&text, ", match ");
    dom_text_add_int(&text, (int64_t)match->record->match);
    if (round > 0) {
        dom_text_add(&text, ", round ");
        dom_text_add_int(&text, round);
    }
    return title;
}

void dom_web_replay_name(dom_web_round_page *p, const dom_web_match *match, int seat)
{
    dom_web_html_put(p->frame.h, "%d %s", seat, p->frame.site->bots[match->bot[seat]].label);
}

void dom_web_replay_end(dom_web_page_frame *p, const dom_web_match *match)
{
    if (match->record->end == DOM_FAULT_NONE)
        dom_web_html_raw(p->h, "It ended by the rules.");
    else
        dom_web_replay_fault_end(p, match);
}

void dom_web_replay_fault_end(dom_web_page_frame *p, const dom_web_match *match)
{
    dom_web_html *h = p->h;
    const dom_record_match *r = match->record;
    if (p->site->bots[match->bot[r->fault_seat]].is_person)
        dom_web_html_put(h, "It was given up by seat %d.", r->fault_seat);
    else
        dom_web_html_put(h, "It was ended by a fault of seat %d: %s.", r->fault_seat,
                         dom_fault_word(r->end));
}

void dom_web_replay_round_end(dom_web_round_page *p, const dom_web_match *match,
                              const dom_web_round *r)
{
    static const char *const how[] = {[DOM_END_NONE] = "",
                                      [DOM_END_DOMINO] = "goes out",
                                      [DOM_END_BLOCKED] = "blocks",
                                      [DOM_END_STUCK] = "is stuck"};
    dom_web_html *h = p->frame.h;
    if (r->result.by == DOM_NOBODY)
        dom_web_html_raw(h, "Nobody");
    else
        dom_web_replay_name(p, match, r->result.by);
    dom_web_html_put(h, " %s.", how[r->result.end]);
    for (int i = 0; i < match->seats; i++) {
        dom_web_html_raw(h, " ");
        dom_web_replay_name(p, match, i);
        dom_web_html_put(h, " %+d (%d)%s", (int)r->result.points[i], (int)r->after[i],
                         i + 1 < match->seats ? "," : "");
    }
}
