/* cpu_quota.h - what a control group leaves of the cores. Private to this folder. */
#ifndef DOM_DOCTOR_CPU_QUOTA_H
#define DOM_DOCTOR_CPU_QUOTA_H

#include "doctor/doctor.h"

/* Returns how many cores' worth of time a line of the file cpu.max allows; 0 without a bound.
 * Examples: "150000 100000", a quota of 150 ms in each period of 100 ms, is 1.5 cores, and
 * "max 100000" has no bound. */
double dom_doctor_cores_of_quota(const char *line);

/* Writes the finding of a process that may use so many cores, of which its control group gives it
 * `share` cores' worth of time; 0: no bound. */
void dom_doctor_say_cores(dom_doctor_finding *f, unsigned cores, double share);

#endif
