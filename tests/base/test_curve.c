/* Keys as text: Z85 of 32 bytes. */
#include "base/curve.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string.h>

/* The server's keys of the examples in zmq_curve(7). */
static const struct {
    const char *text;
    uint8_t key[DOM_CURVE_BYTES];
} known[] = {
    {"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7",
     {0x54, 0xfc, 0xba, 0x24, 0xe9, 0x32, 0x49, 0x96, 0x93, 0x16, 0xfb,
      0x61, 0x7c, 0x87, 0x2b, 0xb0, 0xc1, 0xd1, 0xff, 0x14, 0x80, 0x04,
      0x27, 0xc5, 0x94, 0xcb, 0xfa, 0xcf, 0x1b, 0xc2, 0xd6, 0x52}},
    {"JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6",
     {0x8e, 0x0b, 0xdd, 0x69, 0x76, 0x28, 0xb9, 0x1d, 0x8f, 0x24, 0x55,
      0x87, 0xee, 0x95, 0xc5, 0xb0, 0x4d, 0x48, 0x96, 0x3f, 0x79, 0x25,
      0x98, 0x77, 0xb4, 0x9c, 0xd9, 0x06, 0x3a, 0xea, 0xd3, 0xb7}},
};

Test(base_curve, known_keys)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t key[DOM_CURVE_BYTES];
        char text[DOM_CURVE_LETTERS + 1];
        cr_assert(dom_curve_read(key, known[i].text));
        cr_expect(eq(int, memcmp(key, known[i].key, sizeof key), 0), "%s", known[i].text);
        dom_curve_write(text, known[i].key);
        cr_expect(eq(str, text, (char *)known[i].text));
    }
}

Test(base_curve, invalid_keys_are_refused)
{
    static const char *const texts[] = {
        "",
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf",   /* 39 */
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf77", /* 41 */
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf~",
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf ",
        "#####>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", /* more than 2^32 - 1 */
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H%nSc1", /* by one */
    };
    uint8_t key[DOM_CURVE_BYTES];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect(not(dom_curve_read(key, texts[i])), "%s", texts[i]);
    cr_expect(dom_curve_read(key, "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H%nSc0"), "2^32 - 1");
}
