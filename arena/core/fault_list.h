/* A list of faults that wait to be stored. It owns copies of their texts and answers. */
#ifndef DOM_CORE_FAULT_LIST_H
#define DOM_CORE_FAULT_LIST_H

#include "ipc/frame.h"
#include "store/store.h"

/* One fault. `row` is what will be stored, except that its text and answer are in the other fields.
 * */
typedef struct {
    dom_store_fault row;
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
} dom_core_waiting_fault;

/* All zero is the empty list. The caller frees `item`. Setting `count` to 0 empties the list and
 * keeps its memory. */
typedef struct {
    dom_core_waiting_fault *item;
    uint32_t count;
    size_t room;
} dom_core_fault_list;

/* Appends a copy of a fault. Returns false if memory is out; then the list is unchanged. */
bool dom_core_fault_list_add(dom_core_fault_list *list, const dom_store_fault *row,
                             const char *text, const dom_ipc_frame_said *said);

#endif
