/* What ThreadSanitizer shall not report of a program with libzmq, which is built without it:
 * messages pass from libzmq's thread to ours through queues of atomic operations, which it does not
 * see. Hosts get no environment in which TSAN_OPTIONS could say so. */
const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return "race:libzmq.so\ncalled_from_lib:libzmq.so\n";
}
