#include "status.h"

#include "log.h"

#include <stddef.h>

const dom_cli_status_row dom_cli_statuses[] = {
    {"0", "done",
     "a tournament was played to its end; `run --check`: nothing is wrong; `check`: the bot "
     "passed; `compare`: the new bot is "
     "better; `serve`: it was ended by SIGINT or SIGTERM"},
    {"1", "the answer is no",
     "`check`: the bot failed; `compare`: not shown to be better, or undecided; `verify`: two "
     "facts of the file differ; `doctor`: a run would fail; `submit`: the bot failed its check; "
     "`run`: matches were not played, because bots were withdrawn; `run --strict`: a bot had a "
     "fault"},
    {"2", "wrong usage or configuration",
     "an unknown option, a wrong key in a file, a bot that cannot be started, a tournament that "
     "does not exist"},
    {"3", "the machine or the database failed",
     "a full disk, a damaged or locked database, too little memory, a limit of file sizes "
     "(`ulimit -f`)"},
    {"129, 130 or 143", "interrupted by SIGHUP, SIGINT or SIGTERM",
     "everything that was reported is stored; the same command continues, or the command that is "
     "printed"},
    {NULL, NULL, NULL},
};

int dom_cli_status_of(dom_rc rc)
{
    switch (rc) {
    case DOM_OK:
        return DOM_CLI_OK;
    case DOM_E_CONFIG:
    case DOM_E_ABSENT:
    case DOM_E_ILLEGAL:
        return DOM_CLI_USAGE;
    case DOM_E_MALFORMED:
    case DOM_E_SCHEMA:
    case DOM_E_IO:
    case DOM_E_LIMIT:
    case DOM_E_NOMEM:
    case DOM_E_INTERRUPTED:
        break;
    }
    return DOM_CLI_RUNTIME;
}

int dom_cli_fail(const dom_err *err)
{
    dom_cli_log(DOM_CLI_LOG_ERROR, err->text);
    return dom_cli_status_of(err->rc);
}

int dom_cli_end(dom_rc rc, const dom_err *err)
{
    return rc == DOM_OK ? DOM_CLI_OK : dom_cli_fail(err);
}

int dom_cli_end_by_signal(dom_rc rc, int signal_number, const dom_err *err)
{
    if (rc != DOM_OK)
        (void)dom_cli_fail(err);
    return rc == DOM_E_INTERRUPTED ? DOM_CLI_SIGNAL + signal_number : dom_cli_status_of(rc);
}
