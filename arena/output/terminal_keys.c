#include "output/terminal_keys.h"

#include "output/style.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { ESCAPE_MS = 50 }; /* the other bytes of an arrow key follow within this time */

#define SHOW_OTHER_SCREEN "\033[?1049h\033[?25l"
#define SHOW_OWN_SCREEN "\033[?25h\033[?1049l"

bool dom_output_keys_can(void)
{
    return isatty(STDIN_FILENO) && dom_output_can_draw(stdout);
}

static bool make_raw(const struct termios *before)
{
    struct termios raw = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0)
        return false;
    (void)fputs(SHOW_OTHER_SCREEN, stdout);
    return true;
}

static void put_back(const struct termios *before)
{
    (void)fputs(SHOW_OWN_SCREEN, stdout);
    (void)fflush(stdout);
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, before);
}

dom_rc dom_output_keys_open(dom_output_keys *keys, dom_err *err)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&set, signals[i]);
    *keys = (dom_output_keys){.signal_fd = -1};
    (void)sigprocmask(SIG_BLOCK, &set, &keys->mask);
    keys->signal_fd = signalfd(-1, &set, SFD_CLOEXEC);
    if (keys->signal_fd >= 0 && tcgetattr(STDIN_FILENO, &keys->before) == 0 &&
        make_raw(&keys->before))
        return DOM_OK;
    dom_rc rc = dom_err_set(err, DOM_E_IO, "the terminal: %s", strerror(errno));
    if (keys->signal_fd >= 0)
        close(keys->signal_fd);
    (void)sigprocmask(SIG_SETMASK, &keys->mask, NULL);
    return rc;
}

/* Handle a signal. SIGTSTP restores the terminal and stops the process; SIGCONT, which follows it,
 * sets the terminal up again. Returns false if the caller has nothing to do. */
static bool take_signal(dom_output_keys *keys, dom_output_key *key)
{
    struct signalfd_siginfo info;
    if (read(keys->signal_fd, &info, sizeof info) != sizeof info)
        return false;
    switch ((int)info.ssi_signo) {
    case SIGTSTP:
        put_back(&keys->before);
        (void)raise(SIGSTOP);
        return false;
    case SIGCONT:
        (void)make_raw(&keys->before);
        *key = DOM_OUTPUT_KEY_REDRAW;
        return true;
    case SIGWINCH:
        *key = DOM_OUTPUT_KEY_REDRAW;
        return true;
    default:
        keys->signal_number = (int)info.ssi_signo;
        *key = DOM_OUTPUT_KEY_QUIT;
        return true;
    }
}

/* Returns the byte that follows within ESCAPE_MS, or 0. */
static char next_byte(void)
{
    char byte = 0;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    bool is_there = poll(&input, 1, ESCAPE_MS) == 1 && read(STDIN_FILENO, &byte, 1) == 1;
    return (char)(is_there ? byte : 0);
}

/* Reads the last byte of an arrow key, after ESC [ or ESC O. */
static bool take_arrow(dom_output_key *key)
{
    char arrow = next_byte();
    *key = arrow == 'C' ? DOM_OUTPUT_KEY_NEXT : DOM_OUTPUT_KEY_BACK;
    return arrow == 'C' || arrow == 'D';
}

static bool find_key(char byte, dom_output_key *key)
{
    static const struct {
        char byte;
        dom_output_key key;
    } table[] = {{'\n', DOM_OUTPUT_KEY_NEXT}, {'\r', DOM_OUTPUT_KEY_NEXT},
                 {' ', DOM_OUTPUT_KEY_NEXT},  {'b', DOM_OUTPUT_KEY_BACK},
                 {'n', DOM_OUTPUT_KEY_ROUND}, {'q', DOM_OUTPUT_KEY_QUIT},
                 {4, DOM_OUTPUT_KEY_QUIT}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].byte == byte) {
            *key = table[i].key;
            return true;
        }
    return false;
}

/* Returns false for a key without a meaning. */
static bool take_key(dom_output_key *key)
{
    char byte;
    if (read(STDIN_FILENO, &byte, 1) != 1)
        byte = 'q';
    if (byte == '\033') {
        byte = next_byte();
        if (byte == '[' || byte == 'O')
            return take_arrow(key);
    }
    return find_key(byte, key);
}

dom_output_key dom_output_keys_next(dom_output_keys *keys)
{
    dom_output_key key;
    for (;;) {
        struct pollfd from[] = {{.fd = keys->signal_fd, .events = POLLIN},
                                {.fd = STDIN_FILENO, .events = POLLIN}};
        if (poll(from, 2, -1) < 0 && errno != EINTR)
            return DOM_OUTPUT_KEY_QUIT;
        if (from[0].revents && take_signal(keys, &key))
            return key;
        if (from[1].revents && take_key(&key))
            return key;
    }
}

void dom_output_keys_close(dom_output_keys *keys)
{
    put_back(&keys->before);
    close(keys->signal_fd);
    (void)sigprocmask(SIG_SETMASK, &keys->mask, NULL);
    if (keys->signal_number) { /* a key caused it, so no message is printed (cli/signals.h) */
        (void)signal(keys->signal_number, SIG_DFL);
        (void)raise(keys->signal_number);
    }
}
