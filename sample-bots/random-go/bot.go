// Plays any legal action, all equally likely.
package main

import "bot/domino"

func main() {
	domino.Run(domino.Bot{Name: "random-go", Choose: func(view *domino.View) int {
		return view.Rng().Below(len(view.Legal))
	}})
}
