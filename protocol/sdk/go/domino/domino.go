// Package domino is for writing bots for Domino Arena.
//
//	func main() {
//		domino.Run(domino.Bot{Name: "first", Choose: func(view *domino.View) int { return 0 }})
//	}
//
// A bot is asked only when it has two or more legal actions. Every view is complete, so a bot needs
// no memory. SPEC.md says what the fields mean.
package domino

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
)

// The Go runtime starts threads by the number of processors, and the number of a bot's threads is limited.
const processorsMax = 8

func init() {
	if runtime.GOMAXPROCS(0) > processorsMax {
		runtime.GOMAXPROCS(processorsMax)
	}
}

// A Bot is a set of functions. Choose or ChooseMany is required; everything else is optional.
type Bot struct {
	Name, Version string // labels, at most 64 bytes each
	MaxTables     int    // how many tables may be open, default 1024; 1 if it can only think about one
	Batch         int    // the most views in one call of ChooseMany, default 64

	Choose     func(view *View) int      // an index into view.Legal; view.Index finds it
	ChooseMany func(views []*View) []int // replaces Choose: returns one index per view

	OnWelcome func(Welcome)
	OnMatch   func(Match)
	OnRound   func(Round) // rounds are sent only to a bot that has it
	OnResult  func(Result)
	OnFault   func(Fault)
}

// A Tile has two halves, the larger one first.
type Tile [2]int

// High returns the larger half.
func (t Tile) High() int { return t[0] }

// Low returns the smaller half.
func (t Tile) Low() int { return t[1] }

// Pips returns the sum of both halves.
func (t Tile) Pips() int { return t[0] + t[1] }

// IsDouble returns whether both halves are equal.
func (t Tile) IsDouble() bool { return t[0] == t[1] }

// An Action plays a tile at an end, or draws one.
type Action struct {
	Draw bool // a draw; then the other fields mean nothing
	Tile Tile
	End  int
	Down bool // face down, closes the arm
}

// An Event is something that everybody saw in this round.
type Event struct {
	Seat  int    // -1 for a start tile
	What  string // lead, play, draw, pass, start, lot
	Tile  Tile   // not for draw and pass
	End   int    // for lead and play
	Down  bool
	Count int // for draw
}

// Options of a variant by name: float64, bool or string, as encoding/json has it.
type Options map[string]any

// Int returns an option that is a number; 0 if it does not exist.
func (o Options) Int(name string) int {
	number, _ := o[name].(float64)
	return int(number)
}

// A Welcome says which arena this is, and what the limits and the variants of this tournament are.
type Welcome struct {
	Arena, Bot string
	Limits     map[string]int
	Variants   map[string]Options
}

// A Match is a seat at a table.
type Match struct {
	Table       int64
	Variant     string
	Seat, Seats int
	Teams       bool
	Bots        []string
	Seed        int64
	Commit      string
}

// A Round is the end of a round.
type Round struct {
	Table          int64
	Round          int
	End            string // domino, blocked, stuck
	By             int
	Hands          [][]Tile
	Points, Scores []int
}

// A Result is the end of a match.
type Result struct {
	Table          int64
	Places, Scores []int
	End            string // normal, or the code of a fault
	FaultSeat      int    `json:"fault_seat"`
}

// A Fault is a fault of this bot.
type Fault struct {
	Table      int64 // -1: no particular table
	Code, Text string
	Tolerated  bool
}

// A Clock is the time for an answer.
type Clock struct {
	MoveMs int `json:"move_ms"` // thinking time for this ask
	BankMs int `json:"bank_ms"` // what is left of the bank of this match
}

// A View is what one seat knows when it has to choose.
type View struct {
	Req, Table             int64
	Variant                string
	Seat, Seats            int
	Seed                   int64
	Round                  int
	Scores                 []int
	Leader                 int
	Lead                   string // by which rule the leader was found; empty if an older arena did not say
	Hand                   []Tile
	Ends, Counts           []int
	Stock, Drawable, Drawn int
	History                []Event
	Legal                  []Action
	Clock                  Clock

	Match   *Match  `json:"-"` // the match message of this table; nil before it
	Options Options `json:"-"` // options of the variant
	Info    Info    `json:"-"` // a bot may set it to say what it thinks about its answer
}

// An Info is what a bot thinks about its answer, or some of it; SPEC.md, section 3, act.
//
//	view.Info = domino.Info{"expected": 4.5, "worlds": 480, "depth": 3, "text": "6-4 blocks"}
type Info map[string]any

// Index returns the index of an action in Legal, or -1.
func (v *View) Index(action Action) int {
	for i, legal := range v.Legal {
		if legal == action {
			return i
		}
	}
	return -1
}

// Rng returns randomness without state: the same position of the same match gives the same numbers.
func (v *View) Rng() *Rng {
	rng := new(Rng)
	for _, number := range []uint64{uint64(v.Seed), uint64(v.Round), uint64(len(v.History)), uint64(v.Drawn)} {
		rng.state ^= number
		rng.state = rng.Bits()
	}
	return rng
}

// String returns the view as JSON.
func (v *View) String() string {
	text, _ := json.Marshal(v)
	return string(text)
}

// An Rng is the generator splitmix64; see SPEC.md, section 4.
type Rng struct{ state uint64 }

// Bits returns 64 random bits.
func (r *Rng) Bits() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n - 1, all equally likely.
func (r *Rng) Below(n int) int {
	count := uint64(n)
	surplus := -count % count // 2^64 mod n
	bits := r.Bits()
	for bits < surplus {
		bits = r.Bits()
	}
	return int(bits % count)
}

// Run plays until the arena says bye or ends. After an error it writes the reason to standard error and
// ends the process with status 1.
func Run(bot Bot) {
	if err := play(bot); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(bot Bot) error {
	setDefault(&bot.MaxTables, 1024)
	setDefault(&bot.Batch, 64)
	if bot.Batch > bot.MaxTables { // the arena refuses a larger batch
		bot.Batch = bot.MaxTables
	}
	wire, err := open()
	if err != nil {
		return err
	}
	defer wire.close()
	s := session{bot: bot, wire: wire}
	for !s.over {
		messages, opened, err := wire.receive()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if opened {
			s.hello()
		}
		for _, message := range messages {
			if err := s.handle(message); err != nil {
				return err
			}
		}
		if err := s.answer(); err != nil {
			return err
		}
	}
	return nil
}

func setDefault(number *int, value int) {
	if *number == 0 {
		*number = value
	}
}

// -- The conversation ----------------------------------------------------------------------------

// In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
const actsWithInfo = 32

type session struct {
	bot      Bot
	wire     wire
	over     bool
	variants map[string]Options
	matches  map[int64]*Match
	waiting  []*View // not answered yet, oldest first
}

// hello begins a connection. Asks of the previous connection are forgotten.
func (s *session) hello() {
	s.waiting, s.matches = nil, map[int64]*Match{}
	s.wire.send(object{{"type", "hello"}, {"protocol", 1}, {"name", s.bot.Name},
		{"version", s.bot.Version}, {"language", "go"}, {"max_tables", s.bot.MaxTables},
		{"batch", s.bot.Batch}, {"events", s.bot.OnRound != nil}, {"multipart", true}})
}

func (s *session) handle(message []byte) error {
	var head struct{ Type string }
	if err := json.Unmarshal(message, &head); err != nil {
		return err
	}
	switch {
	case s.over:
		return nil
	case head.Type == "ask":
		return s.add([]json.RawMessage{message})
	case head.Type == "asks":
		var bundle struct{ Asks []json.RawMessage }
		if err := json.Unmarshal(message, &bundle); err != nil {
			return err
		}
		return s.add(bundle.Asks)
	}
	// Otherwise the bot would get the end of a match before it makes its last choice.
	if err := s.answer(); err != nil {
		return err
	}
	return s.tell(head.Type, message)
}

func (s *session) tell(what string, message []byte) error {
	switch what {
	case "welcome":
		return tell(message, func(w Welcome) { s.variants = w.Variants }, s.bot.OnWelcome)
	case "match":
		return tell(message, func(m Match) { s.matches[m.Table] = &m }, s.bot.OnMatch)
	case "round":
		return tell(message, nil, s.bot.OnRound)
	case "result":
		return tell(message, func(r Result) { delete(s.matches, r.Table) }, s.bot.OnResult)
	case "fault":
		return tell(message, nil, s.bot.OnFault)
	case "bye":
		s.over = true
	} // anything else is of an unknown type, from a newer arena
	return nil
}

func tell[T any](message []byte, functions ...func(T)) error {
	var told T
	if err := json.Unmarshal(message, &told); err != nil {
		return fmt.Errorf("the arena sent a message that cannot be read: %w: %s", err, message)
	}
	for _, function := range functions {
		if function != nil {
			function(told)
		}
	}
	return nil
}

// add keeps asks: more may have arrived, and all are answered together in one message.
func (s *session) add(asks []json.RawMessage) error {
	if len(s.waiting)+len(asks) > s.bot.Batch {
		if err := s.answer(); err != nil {
			return err
		}
	}
	for _, ask := range asks {
		view := new(View)
		if err := json.Unmarshal(ask, view); err != nil {
			return fmt.Errorf("an ask that cannot be read: %w: %s", err, ask)
		}
		view.Match, view.Options = s.matches[view.Table], s.variants[view.Variant]
		s.waiting = append(s.waiting, view)
	}
	return nil
}

func (s *session) answer() error {
	if len(s.waiting) == 0 {
		return nil
	}
	views := s.waiting
	s.waiting = nil
	choices := s.choose(views)
	if len(choices) != len(views) {
		return fmt.Errorf("ChooseMany gave %d answers for %d views", len(choices), len(views))
	}
	acts, most := make([]object, len(views)), len(views)
	for i, view := range views {
		if choices[i] < 0 || choices[i] >= len(view.Legal) {
			explain(view)
			return fmt.Errorf("the bot chose %d of %d legal actions", choices[i], len(view.Legal))
		}
		acts[i] = object{{"req", view.Req}, {"choice", choices[i]}}
		if view.Info != nil {
			acts[i] = append(acts[i], entry{"info", view.Info.sendable()})
			most = actsWithInfo
		}
	}
	for ; len(acts) > most; acts = acts[most:] {
		s.send(acts[:most])
	}
	s.send(acts)
	return nil
}

func (s *session) send(acts []object) {
	if len(acts) == 1 {
		s.wire.send(append(object{{"type", "act"}}, acts[0]...))
	} else {
		s.wire.send(object{{"type", "acts"}, {"acts", acts}})
	}
}

func (s *session) choose(views []*View) []int {
	if s.bot.ChooseMany != nil {
		return s.bot.ChooseMany(views)
	}
	choices := make([]int, len(views))
	for i, view := range views {
		choices[i] = s.chooseOne(view)
	}
	return choices
}

// chooseOne calls Choose. If it panics, the position is printed before the panic.
func (s *session) chooseOne(view *View) (choice int) {
	hasChosen := false
	defer func() {
		if !hasChosen {
			explain(view)
		}
	}()
	choice = s.bot.Choose(view)
	hasChosen = true
	return choice
}

// explain prints the position of a mistake. The error follows it, so that it is the end of the output.
func explain(view *View) {
	fmt.Fprintln(os.Stderr, "in this position:", view)
}
