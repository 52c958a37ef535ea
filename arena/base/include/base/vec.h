/* base/vec.h - the growing array.
 *
 * An array is three fields of the struct that owns it: the items, their count, and the room (the
 * number of items that fit). A zeroed struct has an empty array, and free(items) releases it. The
 * room at least doubles each time, so that appending n items costs time proportional to n.
 *
 *     struct {
 *         row *rows;
 *         size_t row_count;
 *         size_t row_room;
 *     } list = {0};
 *
 *     row *added = dom_vec_add(list.rows, list.row_count, list.row_room);
 *     if (added == NULL)
 *         return dom_err_no_memory(err);
 *     *added = (row){...};
 *
 * The first room is 8 items, or more if more fit into 256 bytes. Example: an array of rows of 100
 * bytes has room for 8, 16, 32, ... rows, an array of bytes for 256, 512, ... bytes. Several items
 * are appended at once like this:
 *
 *     if (!dom_vec_reserve(text, size, room, length + 1))
 *         return dom_err_no_memory(err);
 *     memcpy(text + size, words, length + 1);
 *     size += length;
 *
 * A call that fails leaves items, count and room unchanged. Items may move, so a pointer to an item
 * is valid only until the next call.
 *
 * The macros evaluate their arguments more than once, so pass only fields and variables. The items
 * may have any type. `count` and `more` may be any unsigned integers. `room` is a size_t, is never
 * less than `count`, and is changed by these macros only.
 */
#ifndef DOM_BASE_VEC_H
#define DOM_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `more` items after the first `count`. Returns false when out of memory or if the
 * size in bytes would overflow. The bytes of the new room are undefined. */
#define dom_vec_reserve(items, count, room, more)                                                  \
    ((room) - (count) >= (more) ||                                                                 \
     dom_vec_make_room(&(items), sizeof *(items), (count), &(room), (more)))

/* Appends one item, whose bytes are undefined, and returns a pointer to it; NULL when out of
 * memory. */
#define dom_vec_add(items, count, room)                                                            \
    (dom_vec_reserve(items, count, room, 1) ? &(items)[(count)++] : NULL)

/* The function behind the macros.
 *
 * items  the address of the pointer to the items, of any type
 * size   bytes of one item; at least 1 */
bool dom_vec_make_room(void *items, size_t size, size_t count, size_t *room, size_t more);

#endif
