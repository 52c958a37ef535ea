/* The output of a bot: standard error, and with the transport zmq also standard output. The first
 * and the last 32 KiB are kept. Of the bytes in between only the number is known. */
#ifndef DOM_HOST_LOG_H
#define DOM_HOST_LOG_H

#include <stddef.h>
#include <stdint.h>

enum { DOM_HOST_LOG_PART_BYTES = 32768, DOM_HOST_LOG_BYTES_MAX = 2 * DOM_HOST_LOG_PART_BYTES + 64 };

typedef struct {
    uint64_t total; /* number of bytes added so far */
    uint8_t head[DOM_HOST_LOG_PART_BYTES];
    uint8_t tail[DOM_HOST_LOG_PART_BYTES]; /* ring buffer for the bytes after the head */
} dom_host_log;

/* Appends output. An empty log is all zero. */
void dom_host_log_add(dom_host_log *log, const uint8_t *bytes, size_t size);

/* Writes the kept bytes to `out`. If bytes are missing, "[... N bytes left out ...]" stands in
 * their place on a line of its own. Returns the number of bytes written. */
size_t dom_host_log_write(const dom_host_log *log, uint8_t out[static DOM_HOST_LOG_BYTES_MAX]);

#endif
