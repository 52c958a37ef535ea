#include "infos.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)DOM_INFO_MATCH_BYTES <= (int)DOM_STORE_INFOS_BYTES,
               "all of them can be stored");

static void drop(dom_record_infos *list, const dom_ipc_frame_info *info)
{
    char reason[sizeof info->bytes + 1];
    memcpy(reason, info->bytes, info->size);
    reason[info->size] = '\0';
    dom_record_infos_drop(list, reason);
}

bool dom_core_infos_add(dom_core_infos **infos, int seats, int seat, uint32_t choice,
                        const dom_ipc_frame_info *info)
{
    if (info->kind == DOM_IPC_INFO_NONE)
        return true;
    if (*infos == NULL && (*infos = calloc(1, sizeof **infos)) == NULL)
        return false;
    (*infos)->seats = seats;
    dom_record_infos *list = &(*infos)->seat[seat];
    if (info->kind == DOM_IPC_INFO_GIVEN)
        return dom_record_infos_add(list, choice, info->bytes, info->size,
                                    (size_t)(DOM_INFO_MATCH_BYTES / seats)) == DOM_OK;
    drop(list, info);
    return true;
}

const dom_store_info *dom_core_infos_rows(dom_core_infos *infos)
{
    if (infos == NULL)
        return NULL;
    for (int s = 0; s < infos->seats; s++)
        infos->row[s] = (dom_store_info){.dropped = infos->seat[s].dropped,
                                         .reason = infos->seat[s].reason,
                                         .infos = infos->seat[s].bytes,
                                         .infos_bytes = infos->seat[s].size};
    return infos->row;
}

void dom_core_infos_free(dom_core_infos **infos)
{
    for (int s = 0; *infos && s < (*infos)->seats; s++)
        dom_record_infos_clear(&(*infos)->seat[s]);
    free(*infos);
    *infos = NULL;
}
