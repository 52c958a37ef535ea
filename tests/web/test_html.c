/* Data never becomes markup. */
#include "web/html.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(html, values_are_escaped_and_the_literal_is_not)
{
    dom_web_html h = {0};
    dom_web_html_put(&h, "<b>%s &amp; %d</b>", "<script>alert('1')</script>\"", 7);
    cr_assert(
        eq(str, h.bytes, "<b>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; &amp; 7</b>"));
    dom_web_html_clear(&h);
}

Test(html, a_value_cannot_end_its_attribute)
{
    dom_web_html h = {0};
    dom_web_html_put(&h, "<a title=\"%s\">", "\" onclick=\"x");
    cr_assert(eq(str, h.bytes, "<a title=\"&quot; onclick=&quot;x\">"));
    dom_web_html_clear(&h);
}

Test(html, every_type_takes_its_own_argument)
{
    dom_web_html h = {0};
    dom_web_html_put(&h, "%d%% %u %lld %llu %zu %+.1f %.6g %02x %c %.3s %-4s|", -1, 2u, -3LL, 4ULL,
                     (size_t)5, 6.25, 7.5, 8, '<', "9<>9", "a");
    cr_assert(eq(str, h.bytes, "-1% 2 -3 4 5 +6.2 7.5 08 &lt; 9&lt;&gt; a   |"));
    dom_web_html_clear(&h);
}

Test(html, bytes_other_than_visible_ascii_are_shown_in_hexadecimal)
{
    dom_web_html h = {0};
    dom_web_html_bytes(&h, "a\0\x1b\xc3\xa9\n<", 7);
    cr_assert(eq(str, h.bytes, "a\\x00\\x1b\\xc3\\xa9\n&lt;"));
    dom_web_html_clear(&h);
}

Test(html, json_cannot_end_its_block)
{
    dom_web_html h = {0};
    dom_web_html_json(&h, "{\"a\":\"</script><!--&\"}");
    cr_assert(eq(str, h.bytes, "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\"}"));
    dom_web_html_clear(&h);
}

Test(html, long_texts_are_not_cut)
{
    dom_web_html h = {0};
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 10; i++)
        dom_web_html_put(&h, "%s", text);
    cr_assert(eq(sz, h.size, 10 * (sizeof text - 1)));
    dom_web_html_put(&h, "%.400s", text);
    dom_web_html_put(&h, "%300d", 7);
    cr_assert(eq(sz, h.size, 10 * (sizeof text - 1) + 700));
    cr_assert(eq(sz, strlen(h.bytes), h.size));
    cr_assert(not(h.has_failed));
    dom_web_html_clear(&h);
}
