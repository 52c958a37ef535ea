/* The infos of one match: what its bots said they think, until the match is stored. The bytes come
 * from hosts and are only copied. */
#ifndef DOM_CORE_INFOS_H
#define DOM_CORE_INFOS_H

#include "ipc/frame.h"
#include "record/infos.h"
#include "store/store.h"

typedef struct {
    int seats;
    dom_record_infos seat[DOM_SEATS_MAX];
    dom_store_info row[DOM_SEATS_MAX]; /* what will be stored; borrows from `seat` */
} dom_core_infos;

/* Adds what came with the answer of a seat to choice number `choice`, counted from 0 through the
 * match. A match of `seats` seats has DOM_INFO_MATCH_BYTES, of which each has an even share.
 *
 * infos  NULL before the first info of the match; then the caller owns *infos
 * Returns false if memory is out. */
bool dom_core_infos_add(dom_core_infos **infos, int seats, int seat, uint32_t choice,
                        const dom_ipc_frame_info *info);

/* Returns the rows of all seats; NULL without infos. */
const dom_store_info *dom_core_infos_rows(dom_core_infos *infos);

/* Frees them and sets *infos to NULL, which it may be before. */
void dom_core_infos_free(dom_core_infos **infos);

#endif
