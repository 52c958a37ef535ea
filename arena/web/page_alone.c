#include "page_alone.h"

#include "web/pages.h"

#include <sodium.h>

static const char style[] = "assets/style.css", script[] = "assets/arena.js",
                  icon[] = "assets/icon.svg";

/* Returns one of the assets above, which are there. */
static dom_web_asset asset(const char *path)
{
    dom_web_asset found = {.bytes = "", .size = 0};
    (void)dom_web_asset_find(path, &found);
    return found;
}

void dom_web_alone_base64(dom_web_html *h, const char *bytes, size_t size)
{
    enum { PART = 3 * 256 };
    char text[sodium_base64_ENCODED_LEN(PART, sodium_base64_VARIANT_ORIGINAL)];
    for (size_t from = 0; from < size; from += PART) {
        size_t part = size - from < PART ? size - from : PART;
        sodium_bin2base64(text, sizeof text, (const unsigned char *)bytes + from, part,
                          sodium_base64_VARIANT_ORIGINAL);
        dom_web_html_put(h, "%s", text);
    }
}

static void put_hash(dom_web_html *h, const char *path)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    dom_web_asset of = asset(path);
    crypto_hash_sha256(hash, (const unsigned char *)of.bytes, of.size);
    dom_web_html_raw(h, "'sha256-");
    dom_web_alone_base64(h, (const char *)hash, sizeof hash);
    dom_web_html_raw(h, "'");
}

void dom_web_alone_policy(dom_web_html *h)
{
    dom_web_html_raw(h, "default-src 'none'; script-src ");
    put_hash(h, script);
    dom_web_html_raw(h, "; style-src ");
    put_hash(h, style);
    dom_web_html_raw(h, "; img-src data:; base-uri 'none'; form-action 'none'");
}

/* Writes an asset between two tags. Neither has "</" and the name of its own tag in it. */
static void put_inline(dom_web_html *h, const char *tag, const char *path)
{
    dom_web_asset of = asset(path);
    dom_web_html_put(h, "<%s>", tag);
    dom_web_html_constant(h, of.bytes, of.size);
    dom_web_html_put(h, "</%s>\n", tag);
}

void dom_web_alone_style(dom_web_html *h)
{
    dom_web_asset of = asset(icon);
    dom_web_html_raw(h, "<link rel=\"icon\" href=\"data:image/svg+xml;base64,");
    dom_web_alone_base64(h, of.bytes, of.size);
    dom_web_html_raw(h, "\">\n");
    put_inline(h, "style", style);
}

void dom_web_alone_script(dom_web_html *h)
{
    put_inline(h, "script", script);
}
