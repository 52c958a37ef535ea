// A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.
package main

import "bot/domino"

// TODO 1: write your name into bot.yaml, as `author`.

// Returns an index into view.Legal. It is called only if there are two or more.
func choose(view *domino.View) int {
	// TODO 2: print something with fmt.Println here, run ./play, and look at the output:
	//         domino-arena replay 1 --stderr
	best := 0
	for i, action := range view.Legal {
		if worth(view, action) > worth(view, view.Legal[best]) {
			best = i
		}
	}
	return best
}

// Returns how good an action is. This function decides how strong your bot is.
func worth(view *domino.View, action domino.Action) int {
	if action.Draw {
		return -1
	}
	// TODO 3: this plays the most pips, like greedy. A double fits only one value. Should it go first?
	// TODO 4: after this play, which tiles of view.Hand fit the open ends?
	//         view.Ends has their values; a play at end e changes Ends[e] to pips - Ends[e].
	// TODO 5: a seat that passed or drew in view.History had no tile that fitted the ends.
	// TODO 6: with view.Counts and all tiles seen so far, which tiles can the others hold?
	return action.Tile.Pips()
}

func main() {
	domino.Run(domino.Bot{Choose: choose})
}
