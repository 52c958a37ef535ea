/* The process of a table: plays one match with the people whose sockets it has. */
#include "play/table.h"

#include "base/interrupt.h"
#include "table_internal.h"
#include "tournament/tournament_run.h"

#include <jansson.h>
#include <signal.h>
#include <string.h>

/* What this process plays. */
typedef struct {
    json_t *root; /* owns the texts */
    const char *name, *variant[2], *seat[DOM_SEATS_MAX + 1];
    int people, move_ms, is_clocked;
    int person_fd[DOM_SEATS_MAX]; /* by seat */
} table_order;

static bool read_order(table_order *order)
{
    json_t *seats;
    size_t i;
    const json_t *seat;
    order->root = json_loadf(stdin, 0, NULL);
    if (order->root == NULL ||
        json_unpack(order->root, DOM_PLAY_TABLE_FORMAT, "name", &order->name, "variant",
                    &order->variant[0], "seats", &seats, "people", &order->people, "move_ms",
                    &order->move_ms, "clocked", &order->is_clocked) != 0 ||
        json_array_size(seats) > DOM_SEATS_MAX)
        return false;
    int fd = DOM_PLAY_FIRST_FD;
    json_array_foreach(seats, i, seat)
    {
        order->seat[i] = json_string_value(seat);
        order->person_fd[i] = order->people >> i & 1 ? fd++ : -1;
    }
    return true;
}

static dom_rc play(const table_order *order, const dom_home *home, dom_store *store,
                   const dom_bots_listener *listener, dom_err *err)
{
    enum { ALL_LATE = 1000000 }; /* with a clock every late choice is forgiven, and replaced */
    dom_tournament_run_spec spec = {.home = home,
                                    .places = dom_bots_places_of(home, listener),
                                    .store = store,
                                    .request = {.name = order->name,
                                                .variants = order->variant,
                                                .bots = order->seat,
                                                .bots_option = "--against",
                                                .sets = 1,
                                                .concurrency = 1,
                                                .is_unrated = true,
                                                .is_seated = true,
                                                .people = (uint32_t)order->people,
                                                .tolerate = order->is_clocked ? ALL_LATE : 0,
                                                .move_ms = (uint32_t)order->move_ms}};
    dom_tournament_run *run;
    dom_core_progress progress = {.done = 0};
    dom_rc rc = dom_tournament_run_open(&run, &spec, err);
    dom_tournament_run_options options = {.person_fds = order->person_fd};
    dom_interrupt_hold(); /* the end of the run cannot be interrupted */
    if (rc == DOM_OK)
        rc = dom_tournament_run_play(run, &options, &progress, err);
    dom_tournament_run_close(&run);
    return rc;
}

dom_rc dom_play_table_process(dom_home *home, const dom_bots_listener *listener, dom_err *err)
{
    table_order order = {.root = NULL};
    dom_store *store = NULL;
    dom_rc rc = DOM_OK;
    (void)signal(SIGPIPE, SIG_IGN);
    if (!read_order(&order))
        rc = dom_err_set(err, DOM_E_MALFORMED, "table: only `play` and `serve` call this command");
    if (rc == DOM_OK)
        rc = dom_home_make(home, err);
    if (rc == DOM_OK)
        rc = dom_store_open(&store, home->db, DOM_STORE_WRITE, err);
    if (rc == DOM_OK)
        rc = play(&order, home, store, listener, err);
    dom_store_close(&store);
    json_decref(order.root);
    return rc;
}
