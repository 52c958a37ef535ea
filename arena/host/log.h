/* What a bot prints: its first and last 32 KiB are kept, the rest is counted. */
#ifndef DOM_HOST_LOG_H
#define DOM_HOST_LOG_H

#include <stddef.h>
#include <stdint.h>

enum { LOG_PART_BYTES = 32768, LOG_BYTES_MAX = 2 * LOG_PART_BYTES + 64 };

typedef struct {
    uint64_t total; /* bytes seen                                              */
    uint8_t head[LOG_PART_BYTES];
    uint8_t tail[LOG_PART_BYTES]; /* ring of what came after the head          */
} bot_log;

void log_add(bot_log *log, const uint8_t *bytes, size_t size);

/* Write what is kept, with a line that says how much is missing; returns bytes. */
size_t log_write(const bot_log *log, uint8_t out[static LOG_BYTES_MAX]);

#endif
