/* Data never becomes markup. */
#include "web/html.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(html, text_is_escaped)
{
    dom_web_html h = {0};
    dom_web_html_raw(&h, "<b>");
    dom_web_html_text(&h, "%s & %d", "<script>alert('1')</script>\"", 7);
    dom_web_html_raw(&h, "</b>");
    cr_assert(
        eq(str, h.bytes, "<b>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; &amp; 7</b>"));
    dom_web_html_clear(&h);
}

Test(html, a_value_cannot_end_its_attribute)
{
    dom_web_html h = {0};
    dom_web_html_attr(&h, "title", "%s", "\" onclick=\"x");
    cr_assert(eq(str, h.bytes, " title=\"&quot; onclick=&quot;x\""));
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
        dom_web_html_text(&h, "%s", text);
    cr_assert(eq(sz, h.size, 10 * (sizeof text - 1)));
    cr_assert(eq(sz, strlen(h.bytes), h.size));
    cr_assert(not(h.has_failed));
    dom_web_html_clear(&h);
}
