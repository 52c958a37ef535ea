#include "log.h"

#include <stdio.h>
#include <string.h>

void dom_host_log_add(dom_host_log *log, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++, log->total++) {
        if (log->total < DOM_HOST_LOG_PART_BYTES)
            log->head[log->total] = bytes[i];
        else
            log->tail[log->total % DOM_HOST_LOG_PART_BYTES] = bytes[i];
    }
}

size_t dom_host_log_write(const dom_host_log *log, uint8_t out[static DOM_HOST_LOG_BYTES_MAX])
{
    if (log->total <= DOM_HOST_LOG_PART_BYTES) {
        memcpy(out, log->head, log->total);
        return log->total;
    }
    memcpy(out, log->head, DOM_HOST_LOG_PART_BYTES);
    size_t at = DOM_HOST_LOG_PART_BYTES;
    uint64_t after = log->total - DOM_HOST_LOG_PART_BYTES;
    uint64_t kept = after < DOM_HOST_LOG_PART_BYTES ? after : DOM_HOST_LOG_PART_BYTES;
    if (after > kept)
        at += (size_t)snprintf((char *)out + at, 64, "\n[... %llu bytes left out ...]\n",
                               (unsigned long long)(after - kept));
    for (uint64_t i = log->total - kept; i < log->total; i++)
        out[at++] = log->tail[i % DOM_HOST_LOG_PART_BYTES];
    return at;
}
