#include "version.h"

#include "protocol/message.h"
#include "record/record.h"
#include "rules/variant.h"
#include "store/store.h"

#include <sodium.h>

/* Made by cmake/commit.cmake; "" if the commit is not known. */
extern const char dom_cli_commit[];

void dom_cli_print_version(FILE *out)
{
    (void)fprintf(out, "domino-arena %s\n", DOM_VERSION);
    if (dom_cli_commit[0])
        (void)fprintf(out, "commit %s\n", dom_cli_commit);
    (void)fprintf(out,
                  "protocol %d, match record %d, database schema %d, libdomino %s, %zu variants\n"
                  "SQLite %s, libsodium %s\n",
                  DOM_PROTOCOL_VERSION, DOM_RECORD_VERSION, dom_store_schema_version(),
                  DOM_LIBRARY_SOVERSION, dom_variant_count(), dom_store_sqlite_version(),
                  sodium_version_string());
}
