/* protocol/shape.h - the kinds of fields (field.h) that concern the game: hands, leads, ends,
 * history, actions, and the options of variants.
 *
 * A kind whose comment says "at offset" can be used for any struct. The others belong to
 * the one struct that the comment names.
 */
#ifndef DOM_PROTOCOL_SHAPE_H
#define DOM_PROTOCOL_SHAPE_H

#include "field.h"

extern const dom_kind dom_kind_hand;     /* dom_tileset at offset: [tile] in tile order */
extern const dom_kind dom_kind_hands;    /* dom_tileset per seat, at offset   */
extern const dom_kind dom_kind_lead;     /* dom_msg_ask: view.lead_rule, as its word */
extern const dom_kind dom_kind_ends;     /* dom_msg_ask: view.ends            */
extern const dom_kind dom_kind_history;  /* dom_msg_ask: view.history         */
extern const dom_kind dom_kind_legal;    /* dom_msg_ask: view.legal           */
extern const dom_kind dom_kind_action;   /* dom_action at offset, as a bot sends it */
extern const dom_kind dom_kind_info;     /* dom_msg_info at offset (info.c): any value */
extern const dom_kind dom_kind_variants; /* dom_msg_welcome: variants         */

#endif
