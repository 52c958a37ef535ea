#include "fault_list.h"

#include "base/text.h"
#include "base/vec.h"

#include <stdlib.h>

bool dom_core_fault_list_add(dom_core_fault_list *list, const dom_store_fault *row,
                             const char *text, const dom_ipc_frame_said *said)
{
    if (!dom_vec_reserve(list->item, list->count, list->room, 1u))
        return false;
    dom_core_waiting_fault *w = &list->item[list->count++];
    w->row = *row;
    w->said = *said;
    dom_text_copy(w->text, sizeof w->text, text);
    return true;
}
