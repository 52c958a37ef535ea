package domino

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// An object is a message to be sent: keys in this order, values int, int64, bool, string, []object or an Info of
// sendable().
type object []entry

type entry struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, entry := range o {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := json.Marshal(entry.value)
		if err != nil {
			return nil, err
		}
		out = append(append(strconv.AppendQuote(out, entry.key), ':'), value...)
	}
	return append(out, '}'), nil
}

const infoTextBytes = 200

// sendable returns an info as it is sent. The arena drops a bad one, and `check` says why.
func (i Info) sendable() Info {
	sent := Info{}
	for key, value := range i {
		if value != nil {
			sent[cut(key)] = infoValue(value)
		}
	}
	return sent
}

// infoValue returns an int64, float64 or string.
func infoValue(value any) any {
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	case v.CanFloat() && math.Abs(v.Float()) <= math.MaxFloat64:
		return v.Float()
	}
	return cut(fmt.Sprint(value)) // also a number that is not finite
}

// cut cuts a text between two characters.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) > infoTextBytes {
		text = strings.ToValidUTF8(text[:infoTextBytes], "")
	}
	return text
}

// MarshalJSON returns an action as it is sent.
func (a Action) MarshalJSON() ([]byte, error) {
	switch {
	case a.Draw:
		return []byte(`["draw"]`), nil
	case a.Down:
		return json.Marshal([]any{"play", a.Tile[0], a.Tile[1], a.End, "down"})
	}
	return json.Marshal([]any{"play", a.Tile[0], a.Tile[1], a.End})
}

// UnmarshalJSON reads an action as it is sent.
func (a *Action) UnmarshalJSON(text []byte) error {
	*a = Action{}
	var what, face string
	if err := unmarshalList(text, 1, &what, &a.Tile[0], &a.Tile[1], &a.End, &face); err != nil {
		return err
	}
	a.Draw, a.Down = what == "draw", face == "down"
	return nil
}

// MarshalJSON returns an event as it is sent.
func (e Event) MarshalJSON() ([]byte, error) {
	list := []any{e.Seat, e.What}
	switch e.What {
	case "draw":
		list = append(list, e.Count)
	case "pass":
	case "lead", "play":
		list = append(list, e.Tile[0], e.Tile[1], e.End)
	default:
		list = append(list, e.Tile[0], e.Tile[1])
	}
	if e.Down {
		list = append(list, "down")
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads an event as it is sent.
func (e *Event) UnmarshalJSON(text []byte) error {
	*e = Event{}
	var face string
	err := unmarshalList(text, 2, &e.Seat, &e.What, &e.Tile[0], &e.Tile[1], &e.End, &face)
	if e.What == "draw" {
		e.Count, e.Tile = e.Tile[0], Tile{}
	}
	e.Down = face == "down"
	return err
}

// unmarshalList reads a list of at least `least` entries, whose types may differ.
func unmarshalList(text []byte, least int, targets ...any) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	if len(entries) < least || len(entries) > len(targets) {
		return fmt.Errorf("%d entries", len(entries))
	}
	for i, entry := range entries {
		if err := json.Unmarshal(entry, targets[i]); err != nil {
			return err
		}
	}
	return nil
}

// -- MessagePack ---------------------------------------------------------------------------------

func pack(out []byte, value any) []byte {
	switch v := value.(type) {
	case object:
		out = packHead(out, len(v), 0x80, 15, 0xde)
		for _, entry := range v {
			out = pack(pack(out, entry.key), entry.value)
		}
	case Info:
		out = packHead(out, len(v), 0x80, 15, 0xde)
		for key, value := range v {
			out = pack(pack(out, key), value)
		}
	case []object:
		out = packHead(out, len(v), 0x90, 15, 0xdc)
		for _, entry := range v {
			out = pack(out, entry)
		}
	case string:
		out = append(packHead(out, len(v), 0xa0, 31, 0xda), v...)
	case bool:
		if v {
			return append(out, 0xc3)
		}
		return append(out, 0xc2)
	case int:
		return pack(out, int64(v))
	case int64:
		switch {
		case v < 0:
			return binary.BigEndian.AppendUint64(append(out, 0xd3), uint64(v))
		case v < 0x80:
			return append(out, byte(v))
		}
		return binary.BigEndian.AppendUint64(append(out, 0xcf), uint64(v))
	case float64:
		return binary.BigEndian.AppendUint64(append(out, 0xcb), math.Float64bits(v))
	}
	return out
}

// packHead writes a length: within the type byte if it fits, else in 16 bits.
func packHead(out []byte, length, short, shortest, long int) []byte {
	if length <= shortest {
		return append(out, byte(short|length))
	}
	return binary.BigEndian.AppendUint16(append(out, byte(long)), uint16(length))
}

var errCut = errors.New("a message of the arena is cut off")

// An unpacker rewrites one MessagePack message as JSON, which is then decoded by encoding/json.
type unpacker struct {
	in  []byte
	out []byte
}

func toJSON(frame []byte) (text []byte, err error) {
	defer func() { // reading a cut message panics at the end of the slice
		if recover() != nil {
			err = errCut
		}
	}()
	u := unpacker{in: frame}
	u.value()
	if len(u.in) > 0 {
		return nil, errors.New("a message of the arena has more bytes after its end")
	}
	return u.out, nil
}

func (u *unpacker) take(n int) []byte {
	taken := u.in[:n]
	u.in = u.in[n:]
	return taken
}

// number reads an unsigned number of 1, 2, 4 or 8 bytes.
func (u *unpacker) number(bytes int) (number uint64) {
	for _, b := range u.take(bytes) {
		number = number<<8 | uint64(b)
	}
	return number
}

func (u *unpacker) value() {
	head := u.take(1)[0]
	switch {
	case head < 0x80:
		u.int(int64(head))
	case head < 0x90:
		u.entries(int(head&15), true)
	case head < 0xa0:
		u.entries(int(head&15), false)
	case head < 0xc0:
		u.text(int(head & 31))
	case head == 0xc2:
		u.out = append(u.out, "false"...)
	case head == 0xc3:
		u.out = append(u.out, "true"...)
	case head >= 0xc4 && head <= 0xc6: // bin
		u.text(int(u.number(1 << (head - 0xc4))))
	case head == 0xca:
		u.float(float64(math.Float32frombits(uint32(u.number(4)))))
	case head == 0xcb:
		u.float(math.Float64frombits(u.number(8)))
	case head >= 0xcc && head <= 0xcf:
		u.out = strconv.AppendUint(u.out, u.number(1<<(head-0xcc)), 10)
	case head >= 0xd0 && head <= 0xd3:
		bits := 8 << (head - 0xd0)
		u.int(int64(u.number(bits/8)) << (64 - bits) >> (64 - bits))
	case head >= 0xd9 && head <= 0xdb:
		u.text(int(u.number(1 << (head - 0xd9))))
	case head == 0xdc || head == 0xdd:
		u.entries(int(u.number(2<<(head-0xdc))), false)
	case head == 0xde || head == 0xdf:
		u.entries(int(u.number(2<<(head-0xde))), true)
	case head >= 0xe0:
		u.int(int64(int8(head)))
	default: // nil; the arena sends no extensions
		u.out = append(u.out, "null"...)
	}
}

func (u *unpacker) int(number int64) { u.out = strconv.AppendInt(u.out, number, 10) }

func (u *unpacker) float(number float64) { u.out = strconv.AppendFloat(u.out, number, 'e', -1, 64) }

func (u *unpacker) text(length int) {
	text, _ := json.Marshal(string(u.take(length)))
	u.out = append(u.out, text...)
}

func (u *unpacker) entries(count int, isMap bool) {
	brackets := "[]"
	if isMap {
		brackets = "{}"
	}
	u.out = append(u.out, brackets[0])
	for i := 0; i < count; i++ {
		if i > 0 {
			u.out = append(u.out, ',')
		}
		u.value()
		if isMap {
			u.out = append(u.out, ':')
			u.value()
		}
	}
	u.out = append(u.out, brackets[1])
}
