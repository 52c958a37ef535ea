/* The server is libmicrohttpd with one internal thread. A connection to /events that has nothing to
 * send is suspended, and resumed by the next event or ping. */
#include "http/server.h"

#include "address.h"
#include "host_header.h"
#include "http/gzip.h"
#include "upload.h"
#include "visitors.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTIONS_MAX = 512,
    CONNECTIONS_SPARE = 32, /* so many below the limit, the oldest unfinished request makes room */
    LISTENERS_MAX = 256,
    REQUEST_BYTES = 16 * 1024,
    IDLE_S = 30, /* without a byte in either direction */
    EVENT_BYTES = 1024,
    BACKLOG = 128
};

/* Where people play, and the events of the pages of their matches. */
#define PLAY "play/"
#define PLAYED_EVENTS "played/events"

/* The kinds of events. Of each kind a connection is sent the newest event. */
typedef enum { SITE_EVENT, TABLES_EVENT, EVENT_KINDS } event_kind;

/* A connection to /events. */
typedef struct listener {
    struct dom_http_server *server;
    struct MHD_Connection *connection;
    dom_http_visitor *visitor;
    uint64_t seen[EVENT_KINDS]; /* values of server->news when it was last sent an event */
    uint64_t pings;             /* value of server->pings when it was last sent a ping */
    bool is_asleep;             /* the connection is suspended */
    struct listener *next;
} listener;

struct dom_http_server {
    dom_http_server_spec spec;
    struct MHD_Daemon *daemon;
    bool is_loopback;
    char url[NI_MAXHOST + 32];
    dom_http_visitors visitors;
    atomic_uint_least64_t answers[DOM_HTTP_STATUS_CLASSES]; /* dom_http_load.answers */
    pthread_mutex_t lock;                                   /* protects the members below */
    bool is_ending;
    uint64_t news[EVENT_KINDS], pings;    /* numbers of events and pings so far */
    char event[EVENT_KINDS][EVENT_BYTES]; /* the newest events */
    int listener_count;
    listener *listeners;
};

/* ---- events ------------------------------------------------------------------- */

/* Returns the first kind of which there is an event that the connection was not sent; EVENT_KINDS:
 * none. */
static event_kind unseen_kind(const listener *l)
{
    event_kind kind = SITE_EVENT;
    while (kind < EVENT_KINDS && l->seen[kind] == l->server->news[kind])
        kind++;
    return kind;
}

/* Writes the newest event or a ping to the stream, or suspends the connection. */
static ssize_t read_event(void *context, uint64_t at, char *out, size_t room)
{
    listener *l = context;
    dom_http_server *s = l->server;
    ssize_t size = 0;
    (void)at;
    dom_http_visitors_take(&s->visitors, l->visitor);
    (void)pthread_mutex_lock(&s->lock);
    event_kind kind = unseen_kind(l);
    if (s->is_ending) {
        size = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (kind < EVENT_KINDS) {
        size = snprintf(out, room, "%s", s->event[kind]);
        l->seen[kind] = s->news[kind];
    } else if (l->pings != s->pings) {
        size = snprintf(out, room, ":\n\n");
        l->pings = s->pings;
    } else {
        l->is_asleep = true;
        MHD_suspend_connection(l->connection);
    }
    (void)pthread_mutex_unlock(&s->lock);
    return size < (ssize_t)room ? size : (ssize_t)room - 1;
}

static void forget_listener(void *context)
{
    listener *l = context;
    dom_http_server *s = l->server;
    (void)pthread_mutex_lock(&s->lock);
    for (listener **at = &s->listeners; *at; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    s->listener_count--;
    (void)pthread_mutex_unlock(&s->lock);
    free(l);
}

static dom_http_visitor *visitor_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Returns NULL if there are too many listeners, or memory has run out. */
static listener *new_listener(dom_http_server *s, struct MHD_Connection *connection)
{
    dom_http_visitor *visitor = visitor_of(connection);
    listener *l = dom_http_visitors_listen(&s->visitors, visitor) ? calloc(1, sizeof *l) : NULL;
    if (l == NULL)
        return NULL;
    (void)pthread_mutex_lock(&s->lock);
    bool is_full = s->listener_count == LISTENERS_MAX || s->is_ending;
    if (!is_full) {
        *l = (listener){
            .server = s, .connection = connection, .visitor = visitor, .next = s->listeners};
        l->pings = s->pings;
        s->listeners = l;
        s->listener_count++;
    }
    (void)pthread_mutex_unlock(&s->lock);
    if (!is_full)
        return l;
    free(l);
    dom_http_visitors_note(&s->visitors, visitor, DOM_HTTP_VISITOR_ANSWERED);
    return NULL;
}

/* Resumes all suspended connections. Pre: the caller holds the lock. */
static void wake_all(dom_http_server *s)
{
    for (listener *l = s->listeners; l; l = l->next) {
        if (l->is_asleep)
            MHD_resume_connection(l->connection);
        l->is_asleep = false;
    }
}

void dom_http_server_tell(dom_http_server *s, uint64_t id, const char *data)
{
    (void)pthread_mutex_lock(&s->lock);
    (void)snprintf(s->event[SITE_EVENT], EVENT_BYTES,
                   "retry: 2000\nid: %llu\nevent: site\ndata: %.900s\n\n", (unsigned long long)id,
                   data);
    s->news[SITE_EVENT]++;
    wake_all(s);
    (void)pthread_mutex_unlock(&s->lock);
}

void dom_http_server_tell_tables(dom_http_server *s, const char *data)
{
    (void)pthread_mutex_lock(&s->lock);
    (void)snprintf(s->event[TABLES_EVENT], EVENT_BYTES,
                   "retry: 2000\nevent: tables\ndata: %.900s\n\n", data);
    s->news[TABLES_EVENT]++;
    wake_all(s);
    (void)pthread_mutex_unlock(&s->lock);
}

void dom_http_server_ping(dom_http_server *s)
{
    dom_http_visitors_ping(&s->visitors);
    (void)pthread_mutex_lock(&s->lock);
    s->pings++;
    wake_all(s);
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- answers -------------------------------------------------------------------- */

static void add_headers(struct MHD_Response *response, const char *type)
{
    (void)MHD_add_response_header(response, "Content-Type", type);
    (void)MHD_add_response_header(response, "Content-Security-Policy",
                                  DOM_HTTP_CONTENT_SECURITY_POLICY "; frame-ancestors 'none'");
    (void)MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    (void)MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    (void)MHD_add_response_header(response, "Cache-Control", "no-cache");
}

static enum MHD_Result queue(dom_http_server *s, struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    atomic_fetch_add(&s->answers[status / 100 % DOM_HTTP_STATUS_CLASSES], 1);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_words(dom_http_server *s, struct MHD_Connection *connection,
                                  unsigned status, const char *words)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(words), (void *)words, MHD_RESPMEM_MUST_COPY);
    if (response)
        add_headers(response, "text/plain; charset=utf-8");
    if (response && status == MHD_HTTP_METHOD_NOT_ALLOWED)
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD");
    return queue(s, connection, status, response);
}

/* Sends a browser to the address that the page has. */
static enum MHD_Result send_moved(dom_http_server *s, struct MHD_Connection *connection,
                                  const char *to)
{
    static const char words[] = "this page has another address\n";
    struct MHD_Response *response =
        MHD_create_response_from_buffer(sizeof words - 1, (void *)words, MHD_RESPMEM_MUST_COPY);
    if (response) {
        add_headers(response, "text/plain; charset=utf-8");
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_LOCATION, to);
    }
    return queue(s, connection, MHD_HTTP_MOVED_PERMANENTLY, response);
}

static const char json_type[] = "application/json";

enum { TAG_BYTES = 32 };

/* Writes an ETag: a hash of the content (FNV-1a), and how it is sent. */
static void write_tag(char tag[static TAG_BYTES], const char *bytes, size_t size, bool is_packed)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    (void)snprintf(tag, TAG_BYTES, "\"%016llx%s\"", (unsigned long long)hash,
                   is_packed ? "-gzip" : "");
}

/* Returns a response with this content, compressed if `is_packed`; NULL if memory has run out. */
static struct MHD_Response *new_response(const char *bytes, size_t size, bool is_packed)
{
    size_t packed_size;
    if (!is_packed)
        return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
    char *packed = dom_http_gzip(bytes, size, &packed_size);
    struct MHD_Response *response =
        packed ? MHD_create_response_from_buffer(packed_size, packed, MHD_RESPMEM_MUST_FREE) : NULL;
    if (response)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    else
        free(packed);
    return response;
}

static enum MHD_Result send_bytes(dom_http_server *s, struct MHD_Connection *connection, int status,
                                  const char *type, const char *bytes, size_t size)
{
    char tag[TAG_BYTES];
    const char *known =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    const char *codings =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    bool may_pack = dom_http_gzip_is_useful(type, size);
    bool is_packed = may_pack && dom_http_gzip_is_accepted(codings);
    write_tag(tag, bytes, size, is_packed);
    bool is_known = status == MHD_HTTP_OK && known && strcmp(known, tag) == 0;
    struct MHD_Response *response =
        is_known ? new_response("", 0, false) : new_response(bytes, size, is_packed);
    if (response) {
        add_headers(response, type);
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, tag);
    }
    if (response && s->spec.shares_json && strcmp(type, json_type) == 0)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    if (response && may_pack)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_VARY,
                                      MHD_HTTP_HEADER_ACCEPT_ENCODING);
    return queue(s, connection, is_known ? MHD_HTTP_NOT_MODIFIED : (unsigned)status, response);
}

/* Adds a parameter. Returns MHD_NO, which ends the walk, for one with a NUL and for one too many.
 */
static enum MHD_Result take_parameter(void *context, enum MHD_ValueKind kind, const char *name,
                                      size_t name_size, const char *value, size_t value_size)
{
    dom_http_query *query = context;
    (void)kind;
    if (query->count == DOM_HTTP_PARAMETERS_MAX || strlen(name) != name_size ||
        (value && strlen(value) != value_size))
        return MHD_NO;
    query->parameters[query->count++] = (dom_http_parameter){name, value ? value : ""};
    return MHD_YES;
}

/* Returns false if a parameter is not allowed. The texts are valid as long as the request. */
static bool read_query(struct MHD_Connection *connection, dom_http_query *query)
{
    *query = (dom_http_query){.count = 0};
    (void)MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, take_parameter, query);
    return MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, NULL, NULL) ==
           (int)query->count;
}

static enum MHD_Result send_page(dom_http_server *s, struct MHD_Connection *connection,
                                 const char *path)
{
    dom_http_query query;
    if (!read_query(connection, &query))
        return send_words(s, connection, MHD_HTTP_BAD_REQUEST,
                          "too many parameters in this address, or one with a NUL\n");
    dom_http_answer answer = {.status = MHD_HTTP_OK, .type = "text/html; charset=utf-8"};
    s->spec.answer(s->spec.context, path, &query, &answer);
    enum MHD_Result result =
        answer.moved_to[0] ? send_moved(s, connection, answer.moved_to)
        : answer.body.has_failed || answer.body.bytes == NULL
            ? send_words(s, connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory\n")
            : send_bytes(s, connection, answer.status, answer.type, answer.body.bytes,
                         answer.body.size);
    dom_http_body_clear(&answer.body);
    return result;
}

/* Returns a header of the request, or NULL. */
static const char *header_of(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Answers somebody who plays. What is seen there is for this person only, so nothing keeps it. */
static enum MHD_Result send_play(dom_http_server *s, struct MHD_Connection *connection,
                                 const char *path, const char *body)
{
    const char *cookie = header_of(connection, MHD_HTTP_HEADER_COOKIE);
    const dom_http_visitor *visitor = visitor_of(connection);
    dom_http_play_request request = {.path = path + strlen(PLAY),
                                     .cookie = cookie ? cookie : "",
                                     .body = body,
                                     .address = visitor ? visitor->address : ""};
    dom_http_answer answer = {.status = MHD_HTTP_OK, .type = "text/html; charset=utf-8"};
    s->spec.play(s->spec.context, &request, &answer);
    struct MHD_Response *response =
        answer.body.has_failed || answer.body.bytes == NULL
            ? NULL
            : MHD_create_response_from_buffer(answer.body.size, answer.body.bytes,
                                              MHD_RESPMEM_MUST_COPY);
    if (response) {
        add_headers(response, answer.type);
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
        if (answer.cookie[0])
            (void)MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, answer.cookie);
    }
    enum MHD_Result result =
        response ? queue(s, connection, (unsigned)answer.status, response)
                 : send_words(s, connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory\n");
    dom_http_body_clear(&answer.body);
    return result;
}

static enum MHD_Result send_events(dom_http_server *s, struct MHD_Connection *connection,
                                   bool is_head)
{
    if (is_head)
        return send_bytes(s, connection, MHD_HTTP_OK, "text/event-stream", "", 0);
    listener *l = new_listener(s, connection);
    if (l == NULL)
        return send_words(s, connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                          "too many connections to /events, or too many from your address; try "
                          "again later\n");
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 2 * EVENT_BYTES, read_event, l, forget_listener);
    if (response == NULL) {
        forget_listener(l);
        return MHD_NO;
    }
    add_headers(response, "text/event-stream");
    (void)MHD_add_response_header(response, "X-Accel-Buffering", "no"); /* for nginx before it */
    (void)MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    return queue(s, connection, MHD_HTTP_OK, response);
}

/* ---- visitors --------------------------------------------------------------------- */

static void take_connection(void *context, struct MHD_Connection *connection, void **visitor,
                            enum MHD_ConnectionNotificationCode what)
{
    dom_http_server *s = context;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        char address[DOM_HTTP_ADDRESS_BYTES];
        const union MHD_ConnectionInfo *fd =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        const union MHD_ConnectionInfo *from =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        dom_http_address_write(address, from ? from->client_addr : NULL);
        *visitor = fd ? dom_http_visitors_enter(&s->visitors, fd->connect_fd, address) : NULL;
    } else {
        dom_http_visitors_leave(&s->visitors, *visitor);
    }
}

/* Notes whether a connection waits for a request. */
static void note_wait(dom_http_server *s, struct MHD_Connection *connection, bool is_waiting)
{
    dom_http_visitors_note(&s->visitors, visitor_of(connection),
                           is_waiting ? DOM_HTTP_VISITOR_WAITS : DOM_HTTP_VISITOR_ANSWERED);
}

/* Its address is the state of a request without a body, once its headers have arrived. The state of
 * a POST is a dom_http_upload. */
static const char no_body = 0;

static void end_request(void *context, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode why)
{
    (void)why;
    if (*state != (const void *)&no_body)
        free(*state);
    note_wait(context, connection, true);
}

void dom_http_server_poll(dom_http_server *s)
{
    dom_http_visitors_expire(&s->visitors);
}

/* ---- requests --------------------------------------------------------------------- */

/* Returns true if this path is one of those on which people play. */
static bool is_play(const dom_http_server *s, const char *path)
{
    return s->spec.play && strncmp(path, PLAY, strlen(PLAY)) == 0;
}

static bool is_for_this_server(const dom_http_server *s, struct MHD_Connection *connection)
{
    const char *host = header_of(connection, MHD_HTTP_HEADER_HOST);
    return !s->is_loopback || host == NULL || dom_http_host_is_loopback(host) ||
           (s->spec.url && dom_http_host_is_of(host, s->spec.url));
}

static enum MHD_Result refuse_host(dom_http_server *s, struct MHD_Connection *connection)
{
    return send_words(s, connection, MHD_HTTP_MISDIRECTED_REQUEST,
                      "this server only answers requests for localhost; behind a proxy, name its "
                      "address with --url\n");
}

/* Begins a POST, whose body has not arrived. */
static enum MHD_Result begin_upload(dom_http_server *s, struct MHD_Connection *connection,
                                    void **state)
{
    dom_http_upload_headers headers = {
        .host = header_of(connection, MHD_HTTP_HEADER_HOST),
        .origin = header_of(connection, MHD_HTTP_HEADER_ORIGIN),
        .fetch_site = header_of(connection, "Sec-Fetch-Site"),
        .content_type = header_of(connection, MHD_HTTP_HEADER_CONTENT_TYPE),
        .content_length = header_of(connection, MHD_HTTP_HEADER_CONTENT_LENGTH)};
    dom_http_refusal refusal = dom_http_upload_check(&headers);
    bool is_refused = refusal.status != 0 || !is_for_this_server(s, connection);
    if (is_refused)
        note_wait(s, connection, false);
    if (is_refused && refusal.status == 0)
        return refuse_host(s, connection);
    if (is_refused)
        return send_words(s, connection, (unsigned)refusal.status, refusal.words);
    *state = calloc(1, sizeof(dom_http_upload));
    return *state ? MHD_YES : MHD_NO;
}

/* Takes a POST: its headers, then its body piece by piece, then its end. */
static enum MHD_Result take_upload(dom_http_server *s, struct MHD_Connection *connection,
                                   const char *path, const char *bytes, size_t *size, void **state)
{
    dom_http_upload *upload = *state;
    if (upload == NULL)
        return begin_upload(s, connection, state);
    if (*size > 0) {
        dom_http_upload_add(upload, bytes, *size);
        *size = 0;
        return MHD_YES;
    }
    note_wait(s, connection, false); /* the whole request is there */
    if (upload->size > DOM_HTTP_UPLOAD_BYTES)
        return send_words(s, connection, MHD_HTTP_CONTENT_TOO_LARGE,
                          "at most 4096 bytes are allowed\n");
    return send_play(s, connection, path, upload->bytes);
}

static enum MHD_Result take_request(void *context, struct MHD_Connection *connection,
                                    const char *url, const char *method, const char *version,
                                    const char *upload, size_t *upload_size, void **state)
{
    dom_http_server *s = context;
    const char *path = url[0] == '/' ? url + 1 : url;
    (void)version;
    if (strcmp(method, MHD_HTTP_METHOD_POST) == 0 && is_play(s, path))
        return take_upload(s, connection, path, upload, upload_size, state);
    bool is_head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    if (!is_head && strcmp(method, MHD_HTTP_METHOD_GET) != 0) {
        note_wait(s, connection, false);
        return *state ? MHD_NO
                      : send_words(s, connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                                   "only GET and HEAD are allowed\n");
    }
    if (*state == NULL) { /* the headers have arrived, the body has not */
        *state = (void *)&no_body;
        return MHD_YES;
    }
    if (*upload_size > 0)
        return MHD_NO;
    note_wait(s, connection, false); /* the whole request is there */
    if (!is_for_this_server(s, connection))
        return refuse_host(s, connection);
    if ((s->spec.has_events && strcmp(path, "events") == 0) ||
        (s->spec.play && strcmp(path, PLAYED_EVENTS) == 0))
        return send_events(s, connection, is_head);
    return is_play(s, path) ? send_play(s, connection, path, NULL) : send_page(s, connection, path);
}

/* ---- where it listens ----------------------------------------------------------------- */

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 ==
               127;
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}

/* Splits "[::1]:80" or "name:80" into host and port. Returns false if the text has another form. */
static bool split(const char *text, char *host, size_t room, const char **port)
{
    const char *colon = strrchr(text, ':');
    bool has_brackets = text[0] == '[';
    if (colon == NULL || colon == text || colon[1] == '\0' ||
        strspn(colon + 1, "0123456789") != strlen(colon + 1) || atol(colon + 1) > 65535 ||
        (has_brackets && colon[-1] != ']'))
        return false;
    *port = colon + 1;
    int size =
        snprintf(host, room, "%.*s", (int)(colon - text) - 2 * has_brackets, text + has_brackets);
    return size > 0 && (size_t)size < room;
}

static dom_rc resolve(const dom_http_server_spec *spec, struct addrinfo **out, dom_err *err)
{
    char host[NI_MAXHOST];
    const char *port;
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    const char *why = "this is not an address with a port";
    if (split(spec->listen, host, sizeof host, &port)) {
        int code = getaddrinfo(host, port, &hints, out);
        if (code == 0)
            return DOM_OK;
        why = gai_strerror(code);
    }
    return dom_err_set(err, DOM_E_CONFIG,
                       "%s: '%.80s': %s; allowed: ADDRESS:PORT, e.g. 127.0.0.1:8080 or "
                       "[::1]:8080",
                       spec->option, spec->listen, why);
}

static dom_rc bind_to(const struct addrinfo *where, const dom_http_server_spec *spec, int *out,
                      dom_err *err)
{
    int fd = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        bind(fd, where->ai_addr, where->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) {
        *out = fd;
        return DOM_OK;
    }
    (void)dom_err_set(err, DOM_E_IO, "%s: %.80s: %s%s", spec->option, spec->listen, strerror(errno),
                      errno == EADDRINUSE ? "; name another port" : "");
    if (fd >= 0)
        close(fd);
    return DOM_E_IO;
}

static void write_url(dom_http_server *s, int fd)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
    if (getsockname(fd, (struct sockaddr *)&address, &size) == 0)
        (void)getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
                          NI_NUMERICHOST | NI_NUMERICSERV);
    (void)snprintf(s->url, sizeof s->url, strchr(host, ':') ? "http://[%s]:%s/" : "http://%s:%s/",
                   host, port);
}

static dom_rc open_socket(dom_http_server *s, int *fd, dom_err *err)
{
    struct addrinfo *where;
    dom_rc rc = resolve(&s->spec, &where, err);
    if (rc != DOM_OK)
        return rc;
    s->is_loopback = is_loopback(where->ai_addr);
    if (!s->is_loopback && !s->spec.is_public)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "%s: '%.80s' can be reached from other machines; to allow this, add "
                         "--public",
                         s->spec.option, s->spec.listen);
    if (rc == DOM_OK)
        rc = bind_to(where, &s->spec, fd, err);
    freeaddrinfo(where);
    return rc;
}

/* ---- start and stop --------------------------------------------------------------------- */

dom_rc dom_http_server_start(dom_http_server **out, const dom_http_server_spec *spec, dom_err *err)
{
    int fd = -1;
    dom_http_server *s = calloc(1, sizeof *s);
    *out = NULL;
    if (s == NULL)
        return dom_err_no_memory(err);
    s->spec = *spec;
    dom_http_visitors_init(&s->visitors, CONNECTIONS_MAX - CONNECTIONS_SPARE, &spec->limits);
    (void)pthread_mutex_init(&s->lock, NULL);
    dom_rc rc = open_socket(s, &fd, err);
    if (rc == DOM_OK) {
        write_url(s, fd);
        s->daemon = MHD_start_daemon(
            MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
            NULL, take_request, s, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
            (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_NOTIFY_CONNECTION,
            take_connection, s, MHD_OPTION_NOTIFY_COMPLETED, end_request, s, MHD_OPTION_END);
        if (s->daemon == NULL) {
            close(fd);
            rc = dom_err_set(err, DOM_E_IO, "the server cannot be started: %s", strerror(errno));
        }
    }
    if (rc != DOM_OK) {
        dom_http_visitors_destroy(&s->visitors);
        (void)pthread_mutex_destroy(&s->lock);
        free(s);
        return rc;
    }
    *out = s;
    return DOM_OK;
}

const char *dom_http_server_url(const dom_http_server *server)
{
    return server->url;
}

void dom_http_server_load(dom_http_server *s, dom_http_load *out)
{
    for (int i = 0; i < DOM_HTTP_STATUS_CLASSES; i++)
        out->answers[i] = atomic_load(&s->answers[i]);
    out->connections = (unsigned)dom_http_visitors_count(&s->visitors);
    (void)pthread_mutex_lock(&s->lock);
    out->listeners = (unsigned)s->listener_count;
    (void)pthread_mutex_unlock(&s->lock);
}

void dom_http_server_stop(dom_http_server **server)
{
    dom_http_server *s = *server;
    if (s == NULL)
        return;
    (void)pthread_mutex_lock(&s->lock);
    s->is_ending = true;
    wake_all(s);
    (void)pthread_mutex_unlock(&s->lock);
    MHD_stop_daemon(s->daemon);
    dom_http_visitors_destroy(&s->visitors);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
    *server = NULL;
}
