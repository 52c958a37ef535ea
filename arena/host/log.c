#include "log.h"

#include <stdio.h>
#include <string.h>

void log_add(bot_log *log, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++, log->total++) {
        if (log->total < LOG_PART_BYTES)
            log->head[log->total] = bytes[i];
        else
            log->tail[log->total % LOG_PART_BYTES] = bytes[i];
    }
}

size_t log_write(const bot_log *log, uint8_t out[static LOG_BYTES_MAX])
{
    if (log->total <= LOG_PART_BYTES) {
        memcpy(out, log->head, log->total);
        return log->total;
    }
    memcpy(out, log->head, LOG_PART_BYTES);
    size_t at = LOG_PART_BYTES;
    uint64_t after = log->total - LOG_PART_BYTES;
    uint64_t kept = after < LOG_PART_BYTES ? after : LOG_PART_BYTES;
    if (after > kept)
        at += (size_t)snprintf((char *)out + at, 64, "\n[... %llu bytes left out ...]\n",
                               (unsigned long long)(after - kept));
    for (uint64_t i = log->total - kept; i < log->total; i++)
        out[at++] = log->tail[i % LOG_PART_BYTES];
    return at;
}
