/* The memory of the tree: two blocks that grow and are kept from message to message. */
#include "values.h"

#include <stdlib.h>

/* Frees the old block and returns a new one of `bytes`; NULL without memory. */
static void *make_block(void *old, size_t bytes)
{
    free(old);
    return malloc(bytes);
}

dom_rc dom_values_no_memory(const dom_values *tree, dom_err *err)
{
    return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", tree->limit);
}

dom_rc dom_values_prepare(dom_values *tree, size_t size, dom_err *err)
{
    tree->used = tree->text_used = 0;
    tree->limit = size;
    if (size <= tree->room)
        return DOM_OK;
    tree->room = size + size / 2; /* the next message may be a little longer */
    tree->values = make_block(tree->values, tree->room * sizeof *tree->values);
    if (tree->values)
        return DOM_OK;
    tree->room = 0;
    return dom_values_no_memory(tree, err);
}

/* The block for a message is made before its first text, so that no text moves. */
char *dom_values_text(dom_values *tree)
{
    if (tree->text_room < tree->limit) {
        tree->text = make_block(tree->text, tree->limit);
        tree->text_room = tree->text ? tree->limit : 0;
    }
    return tree->text ? tree->text + tree->text_used : NULL;
}

void dom_values_clear(dom_values *tree)
{
    free(tree->values);
    free(tree->text);
    *tree = (dom_values){0};
}
