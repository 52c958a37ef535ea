/* What a person has won and lost, for the page of a person. */
#include "page.h"
#include "person_record.h"

#include <stdlib.h>

static void put_line(dom_web_page_frame *p, const dom_web_person_line *line)
{
    dom_web_html *h = p->h;
    const char *label = p->site->bots[line->bot].label;
    const uint64_t numbers[] = {line->won + line->drawn + line->lost, line->won, line->drawn,
                                line->lost};
    dom_web_html_raw(h, "<tr><th scope=\"row\">");
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_put(h, "</th><td>%s</td>", p->site->variants[line->variant].name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        dom_web_frame_number(h, (double)numbers[i], "%llu", (unsigned long long)numbers[i]);
    dom_web_html_raw(h, "</tr>\n");
}

void dom_web_page_person(dom_web_page_frame *p, uint32_t person)
{
    dom_web_person_record record = dom_web_person_record_of(p->site, person);
    p->h->has_failed |= record.has_failed;
    dom_web_html_raw(p->h, "<h2>By opponent</h2>\n<p>A match counts once for each opponent at the "
                           "table.</p>\n");
    dom_web_frame_table(p->h, "sort filter", "By opponent", "Opponent", "Variant", "#Matches",
                        "#Won", "#Drawn", "#Lost", NULL);
    for (size_t i = 0; i < record.count; i++)
        put_line(p, &record.lines[i]);
    dom_web_frame_table_end(p->h);
    free(record.lines);
}
