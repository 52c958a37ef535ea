/* base/vec.h - the growing array.
 *
 * Such an array is three fields of whoever owns it: the items, how many there are, and for how many
 * there is room. All zero is the empty array; free(items) is its end. Room at least doubles
 * whenever it is made, so that n items cost n steps in all and fewer than 2 n places.
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
 * The first room is for 8 items, and for as many as 256 bytes hold: rows of 100 bytes have room
 * for 8, 16, 32, ... A text is an array of bytes, to which several are added at once:
 *
 *     if (!dom_vec_reserve(text, size, room, length + 1))
 *         return dom_err_no_memory(err);
 *     memcpy(text + size, words, length + 1);
 *     size += length;
 *
 * Whatever fails leaves items, count and room as they were. The items may move, so a pointer to
 * one of them is good only until the next call.
 *
 * The arguments of the macros are evaluated more than once: fields and variables only. The items
 * may be of any type, `count` and `more` any unsigned integers; `room` is a size_t, never less
 * than `count`, and is changed here alone.
 */
#ifndef DOM_BASE_VEC_H
#define DOM_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

/* Make room for `more` items behind the `count` that there are. Returns false when out of memory,
 * or when so many could not be counted. The new room holds whatever the memory held. */
#define dom_vec_reserve(items, count, room, more)                                                  \
    ((room) - (count) >= (more) ||                                                                 \
     dom_vec_make_room(&(items), sizeof *(items), (count), &(room), (more)))

/* Count one item more. Returns where it is, its bytes undefined, or NULL when out of memory. */
#define dom_vec_add(items, count, room)                                                            \
    (dom_vec_reserve(items, count, room, 1) ? &(items)[(count)++] : NULL)

/* What the macros do.
 *
 * items  the address of the pointer to the items, whatever their type
 * size   of one item, in bytes; at least 1 */
bool dom_vec_make_room(void *items, size_t size, size_t count, size_t *room, size_t more);

#endif
