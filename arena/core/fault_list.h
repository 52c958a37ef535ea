/* Faults that wait to be stored, with what they borrow of the moment. */
#ifndef DOM_CORE_FAULT_LIST_H
#define DOM_CORE_FAULT_LIST_H

#include "ipc/frame.h"
#include "store/store.h"

/* `row` as it will be stored, but for its text and answer: these are here. */
typedef struct {
    dom_store_fault row;
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
} dom_core_waiting_fault;

/* All zero is the empty list; free `item`. With `count` 0 its memory is used again. */
typedef struct {
    dom_core_waiting_fault *item;
    uint32_t count;
    size_t room;
} dom_core_fault_list;

/* Add a fault, all of which is copied. Returns false, with the list as it was, without memory. */
bool dom_core_fault_list_add(dom_core_fault_list *list, const dom_store_fault *row,
                             const char *text, const dom_ipc_frame_said *said);

#endif
