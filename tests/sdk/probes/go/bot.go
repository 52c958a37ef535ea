// The probe of tests/sdk/test_languages.py in Go; that file says what it does.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"bot/domino"
)

func tell(what ...any) {
	text, err := json.Marshal(what)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "told %s\n", text)
}

func last(view *domino.View) int { return len(view.Legal) - 1 }

func tellAll(v *domino.View) int {
	var seed any
	if v.Match != nil {
		seed = v.Match.Seed
	}
	tell("choose", v.Req, v.Table, v.Variant, v.Seat, v.Seats, v.Seed, v.Round, v.Scores, v.Leader,
		v.Lead, v.Hand, v.Ends, v.Counts, v.Stock, v.Drawable, v.Drawn, v.History, v.Legal,
		[]int{v.Clock.MoveMs, v.Clock.BankMs}, v.Options["target"], seed)
	return last(v)
}

func tellNumbers(view *domino.View) int {
	rng, numbers := view.Rng(), []int{}
	for _, n := range []int{2, 7, 10, 183, 1000, 65536} {
		numbers = append(numbers, rng.Below(n))
	}
	tell("rng", numbers)
	return 0
}

var modes = map[string]domino.Bot{
	"tell": {
		Choose: tellAll,
		OnMatch: func(m domino.Match) {
			tell("match", m.Table, m.Variant, m.Seat, m.Seats, m.Teams, m.Bots, m.Seed, m.Commit)
		},
		OnRound: func(r domino.Round) {
			tell("round", r.Table, r.Round, r.End, r.By, r.Hands, r.Points, r.Scores)
		},
		OnResult: func(r domino.Result) {
			tell("result", r.Table, r.Places, r.Scores, r.End, r.FaultSeat)
		},
		OnFault: func(f domino.Fault) { tell("fault", f.Table, f.Code, f.Text, f.Tolerated) },
	},
	"action": {Choose: func(view *domino.View) int { return view.Index(view.Legal[1]) }},
	"many": {MaxTables: 10, Batch: 5, ChooseMany: func(views []*domino.View) (choices []int) {
		tell("many", len(views))
		for _, view := range views {
			choices = append(choices, last(view))
		}
		return choices
	}},
	"info": {Choose: func(view *domino.View) int {
		view.Info = domino.Info{"expected": -4.125, "worlds": 480, "depth": 3, "text": "6-4 blockt über Sitz 1"}
		return 0
	}},
	"rng":     {Choose: tellNumbers},
	"throw":   {Choose: func(*domino.View) int { panic("the probe broke") }},
	"illegal": {Choose: func(view *domino.View) int { return len(view.Legal) }},
	"wait": {Choose: func(*domino.View) int {
		os.ReadFile("gate")
		return 0
	}},
	"print": {Choose: func(*domino.View) int {
		fmt.Println("noise")
		return 0
	}},
}

func main() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGWINCH)
	bot := modes[os.Args[1]]
	bot.Name, bot.Version = "probe", "1"
	domino.Run(bot)
}
