/* cli/version.h - what this program is: its version, its commit, and the versions of what it reads
 * and writes. */
#ifndef DOM_CLI_VERSION_H
#define DOM_CLI_VERSION_H

#include <stdio.h>

/* Prints it: first "domino-arena VERSION" as a line of its own, then the rest for people. */
void dom_cli_print_version(FILE *out);

#endif
