#include "base/sandbox.h"

#include <stddef.h>

const char *const dom_sandbox_words[DOM_SANDBOX_COUNT + 1] = {"auto", "none", "limits", "bwrap",
                                                              NULL};
