/* protocol/shape.h - the kinds of fields that are about tiles: hands, ends,
 * history, legal actions; and the options of variants.
 *
 * Those without `offset` in their remark belong to one struct and find their
 * members themselves.
 */
#ifndef DOM_PROTOCOL_SHAPE_H
#define DOM_PROTOCOL_SHAPE_H

#include "field.h"

extern const dom_kind dom_kind_hand;     /* dom_tileset at offset: [tile] in tile order */
extern const dom_kind dom_kind_hands;    /* the same per seat                 */
extern const dom_kind dom_kind_ends;     /* dom_msg_ask: view.ends            */
extern const dom_kind dom_kind_history;  /* dom_msg_ask: view.history         */
extern const dom_kind dom_kind_legal;    /* dom_msg_ask: view.legal           */
extern const dom_kind dom_kind_action;   /* dom_action at offset, as a bot sends it */
extern const dom_kind dom_kind_variants; /* dom_msg_welcome: variants         */

#endif
