/* cli/log.h - lines on stderr that have a level.
 *
 * When stderr is the journal of systemd, which $JOURNAL_STREAM tells, a line begins with "<N>", its
 * level (sd-daemon(3)): `journalctl -p warning` then finds it. Elsewhere it begins with
 * "domino-arena: " alone.
 */
#ifndef DOM_CLI_LOG_H
#define DOM_CLI_LOG_H

/* The numbers are those of syslog(3). */
typedef enum {
    DOM_CLI_LOG_ERROR = 3,   /* the command ends, or the pages do not show what they should */
    DOM_CLI_LOG_WARNING = 4, /* something is missing; everything else works                */
    DOM_CLI_LOG_NOTICE = 5   /* what was wrong is well again                                */
} dom_cli_log_level;

/* Prints "domino-arena: TEXT" as one line on stderr. A line about a file may repeat what is in it,
 * so bytes that are not to be shown become \xNN. Any thread may call it. */
void dom_cli_log(dom_cli_log_level level, const char *text);

#endif
