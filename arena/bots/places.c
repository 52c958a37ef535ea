#include "bots/places.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

dom_bots_places dom_bots_places_of(const dom_home *home, const dom_bots_listener *listener)
{
    return (dom_bots_places){
        .home = home->home, .db = home->db, .shipped = home->shipped_bots, .listener = listener};
}

void dom_bots_remark(const dom_bots_places *places, const char *format, ...)
{
    const dom_bots_listener *listener = places->listener;
    char *text = NULL;
    va_list args;
    if (listener == NULL || listener->on_remark == NULL)
        return;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return;
    listener->on_remark(listener->context, text);
    free(text);
}
