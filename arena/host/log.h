/* What a bot prints: its first and last 32 KiB are kept, the rest is counted. */
#ifndef DOM_HOST_LOG_H
#define DOM_HOST_LOG_H

#include <stddef.h>
#include <stdint.h>

enum { DOM_HOST_LOG_PART_BYTES = 32768, DOM_HOST_LOG_BYTES_MAX = 2 * DOM_HOST_LOG_PART_BYTES + 64 };

typedef struct {
    uint64_t total; /* bytes seen                                              */
    uint8_t head[DOM_HOST_LOG_PART_BYTES];
    uint8_t tail[DOM_HOST_LOG_PART_BYTES]; /* ring of what came after the head          */
} dom_host_log;

void dom_host_log_add(dom_host_log *log, const uint8_t *bytes, size_t size);

/* Write what is kept, with a line that says how much is missing; returns bytes. */
size_t dom_host_log_write(const dom_host_log *log, uint8_t out[static DOM_HOST_LOG_BYTES_MAX]);

#endif
