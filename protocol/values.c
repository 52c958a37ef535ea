/* The memory of the tree: one block that grows and is kept from message to message. */
#include "values.h"

#include <jansson.h>
#include <stdlib.h>

dom_rc dom_values_prepare(dom_values *tree, size_t size, dom_err *err)
{
    json_decref(tree->json);
    tree->json = NULL;
    tree->used = 0;
    tree->limit = size;
    if (size <= tree->room)
        return DOM_OK;
    free(tree->values);
    tree->room = size + size / 2; /* the next message may be a little longer */
    tree->values = malloc(tree->room * sizeof *tree->values);
    if (tree->values)
        return DOM_OK;
    tree->room = 0;
    return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", size);
}

void dom_values_clear(dom_values *tree)
{
    json_decref(tree->json);
    free(tree->values);
    *tree = (dom_values){0};
}
