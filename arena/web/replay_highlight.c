/* Takes from a match what the first page shows of it. */
#include "replay_parts.h"

#include "base/text.h"

/* Copies the tiles that were laid in a round. */
static void take_table(dom_web_highlight *out, const dom_web_timeline *line, int round)
{
    const dom_web_layout *layout = &line->rounds[round].layout[DOM_WEB_WIDE];
    out->area = (dom_web_area){layout->left, layout->top, layout->right, layout->bottom};
    for (size_t i = 0; i < line->laid_count; i++)
        if (line->laid[i].round == round && out->tile_count < DOM_TILES_MAX)
            out->tile[out->tile_count++] =
                (dom_web_table_tile){line->laid[i].place[DOM_WEB_WIDE], line->laid[i].is_down};
}

bool dom_web_replay_highlight(dom_web_highlight *out, const dom_web_replay *replay)
{
    const dom_web_timeline *line = &replay->lines[replay->shown];
    const dom_web_match *match = line->match;
    *out = (dom_web_highlight){.where = {match->tournament, match->record->match}};
    if (!dom_web_replay_decision(&out->decision, replay->site, line))
        return false;
    const dom_web_decision *decision = &out->decision;
    dom_web_replay_title headline = dom_web_replay_headline(replay->site, match);
    dom_text_copy(out->headline, sizeof out->headline, headline.text);
    out->round = decision->winner[0] ? decision->largest : decision->rounds;
    take_table(out, line, (int)out->round - 1);
    return true;
}
