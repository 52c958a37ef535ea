// A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
package main

import "bot/domino"

// TODO 1: say who you are: `author` in bot.yaml.

// One of the indices of view.Legal. Asked only when there are two or more.
func choose(view *domino.View) int {
	// TODO 2: print something with fmt.Println here, run ./play, and look at it:
	//         domino-arena replay 1 --stderr
	best := 0
	for i, action := range view.Legal {
		if worth(view, action) > worth(view, view.Legal[best]) {
			best = i
		}
	}
	return best
}

// How good an action is; this is what makes your bot.
func worth(view *domino.View, action domino.Action) int {
	if action.Draw {
		return -1
	}
	// TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
	// TODO 4: which values are left in view.Hand for the ends that this leaves open?
	//         view.Ends has them; a play on end e turns that one into pips - Ends[e].
	// TODO 5: who passed or drew in view.History had none of the values that were open.
	// TODO 6: with view.Counts and all tiles seen, what may the others still hold?
	return action.Tile.Pips()
}

func main() {
	domino.Run(domino.Bot{Choose: choose})
}
