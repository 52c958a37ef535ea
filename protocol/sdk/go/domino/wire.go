package domino

/*
#cgo pkg-config: libzmq
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <zmq.h>

static int set_number(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value);
}

// Waits until a socket has something to read; `monitor` may be NULL. Returns 0, or errno after an error.
static int wait_for(void *socket, void *monitor)
{
    zmq_pollitem_t items[] = {{socket, 0, ZMQ_POLLIN, 0}, {monitor, 0, ZMQ_POLLIN, 0}};
    int status;
    do
        status = zmq_poll(items, monitor ? 2 : 1, -1);
    while (status < 0 && errno == EINTR);
    return status < 0 ? errno : 0;
}

// Returns the next event of a monitor, which has two frames; 0 if there is no event.
static int next_event(void *monitor)
{
    uint16_t event;
    while (zmq_recv(monitor, &event, sizeof event, ZMQ_DONTWAIT) < 0)
        if (errno != EINTR)
            return 0;
    while (zmq_recv(monitor, NULL, 0, ZMQ_DONTWAIT) < 0 && errno == EINTR)
        ;
    return event;
}
*/
import "C"

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"syscall"
	"unsafe"
)

const arenaMessageBytes = 1 << 20

// A wire is one of the two transports. receive waits and returns all messages that have arrived, as JSON.
// `opened` is true if there is a new connection, which must begin with a hello. The error is io.EOF at
// the end.
type wire interface {
	receive() (messages [][]byte, opened bool, err error)
	send(message object)
	close()
}

// open first redirects descriptor 1 to standard error, so that printed text cannot get between messages.
func open() (wire, error) {
	out, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	if err := syscall.Dup3(2, 1, 0); err != nil {
		return nil, err
	}
	if os.Getenv("DOMINO_ARENA_ENDPOINT") != "" {
		return openZmq()
	}
	return &stdio{in: bufio.NewReaderSize(os.Stdin, 1<<16), out: os.NewFile(uintptr(out), "arena")}, nil
}

// -- One JSON object per line --------------------------------------------------------------------

type stdio struct {
	in     *bufio.Reader
	out    *os.File
	opened bool
}

func (s *stdio) receive() (messages [][]byte, opened bool, err error) {
	if !s.opened {
		s.opened = true
		return nil, true, nil
	}
	for len(messages) == 0 || s.hasLine() {
		line, err := s.in.ReadBytes('\n')
		if err != nil {
			return nil, false, io.EOF
		}
		if len(bytes.TrimSpace(line)) > 0 {
			messages = append(messages, line)
		}
	}
	return messages, false, nil
}

func (s *stdio) hasLine() bool {
	buffered, _ := s.in.Peek(s.in.Buffered())
	return bytes.IndexByte(buffered, '\n') >= 0
}

func (s *stdio) send(message object) {
	text, _ := json.Marshal(message)
	s.out.Write(append(text, '\n')) // the end of input reports that the arena has ended
}

func (s *stdio) close() {}

// -- One MessagePack map per frame ---------------------------------------------------------------

type connection int

const (
	connectionLost connection = iota
	connectionOpened
	connectionGreeted // receive has returned `opened`
)

type zmq struct {
	context, socket unsafe.Pointer
	monitor         unsafe.Pointer // reports connections of a remote bot; nil for others
	connection      connection
	buffer          []byte
}

func openZmq() (wire, error) {
	z := &zmq{context: C.zmq_ctx_new(), connection: connectionOpened, buffer: make([]byte, arenaMessageBytes)}
	z.socket = C.zmq_socket(z.context, C.ZMQ_DEALER)
	C.set_number(z.socket, C.ZMQ_LINGER, 200)
	if os.Getenv("DOMINO_ARENA_SERVER_KEY") != "" {
		z.remote()
	} else {
		z.set(C.ZMQ_PLAIN_USERNAME, "bot")
		z.set(C.ZMQ_PLAIN_PASSWORD, os.Getenv("DOMINO_ARENA_TOKEN"))
	}
	endpoint := C.CString(os.Getenv("DOMINO_ARENA_ENDPOINT"))
	defer C.free(unsafe.Pointer(endpoint))
	if err := connect(z.socket, endpoint); err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", os.Getenv("DOMINO_ARENA_ENDPOINT"), err)
	}
	return z, nil
}

// remote sets the options of a remote bot: no message is queued for the next connection, and a network
// that fails silently is detected.
func (z *zmq) remote() {
	z.set(C.ZMQ_CURVE_SERVERKEY, os.Getenv("DOMINO_ARENA_SERVER_KEY"))
	z.set(C.ZMQ_CURVE_PUBLICKEY, os.Getenv("DOMINO_ARENA_PUBLIC_KEY"))
	z.set(C.ZMQ_CURVE_SECRETKEY, os.Getenv("DOMINO_ARENA_SECRET_KEY"))
	C.set_number(z.socket, C.ZMQ_IMMEDIATE, 1)
	C.set_number(z.socket, C.ZMQ_IPV6, 1)
	C.set_number(z.socket, C.ZMQ_HEARTBEAT_IVL, 1000)
	C.set_number(z.socket, C.ZMQ_HEARTBEAT_TIMEOUT, 5000)
	z.connection = connectionLost
	place := C.CString("inproc://connections")
	defer C.free(unsafe.Pointer(place))
	C.zmq_socket_monitor(z.socket, place, C.ZMQ_EVENT_HANDSHAKE_SUCCEEDED|C.ZMQ_EVENT_DISCONNECTED)
	z.monitor = C.zmq_socket(z.context, C.ZMQ_PAIR)
	C.set_number(z.monitor, C.ZMQ_LINGER, 0)
	connect(z.monitor, place)
}

func (z *zmq) set(option C.int, value string) {
	text := C.CString(value)
	defer C.free(unsafe.Pointer(text))
	C.zmq_setsockopt(z.socket, option, unsafe.Pointer(text), C.size_t(len(value)))
}

func (z *zmq) receive() (messages [][]byte, opened bool, err error) {
	for {
		z.follow()
		if z.connection == connectionOpened {
			for z.take() != nil { // a message of the previous connection
			}
			z.connection = connectionGreeted
			return nil, true, nil
		}
		for frame := z.take(); frame != nil; frame = z.take() {
			message, err := toJSON(frame)
			if err != nil {
				return nil, false, err
			}
			messages = append(messages, message)
		}
		if len(messages) > 0 {
			return messages, false, nil
		}
		if status := C.wait_for(z.socket, z.monitor); status != 0 {
			return nil, false, syscall.Errno(status)
		}
	}
}

// follow reads the monitor and updates the state of the connection. The monitor reports the end of a
// connection at least 100 ms (RECONNECT_IVL) before there is another one. So as long as no end is
// reported, a message goes to the connection that was greeted, or is lost.
func (z *zmq) follow() {
	for z.monitor != nil {
		switch C.next_event(z.monitor) {
		case C.ZMQ_EVENT_HANDSHAKE_SUCCEEDED:
			z.connection = connectionOpened
		case C.ZMQ_EVENT_DISCONNECTED:
			z.connection = connectionLost
		default:
			return
		}
	}
}

func connect(socket unsafe.Pointer, endpoint *C.char) error {
	_, err := uninterrupted(func() (status C.int, err error) {
		status, err = C.zmq_connect(socket, endpoint)
		return
	})
	return err
}

// take returns a frame that has arrived, or nil.
func (z *zmq) take() []byte {
	size, _ := uninterrupted(func() (size C.int, err error) {
		size, err = C.zmq_recv(z.socket, unsafe.Pointer(&z.buffer[0]), C.size_t(len(z.buffer)), C.ZMQ_DONTWAIT)
		return
	})
	if size < 0 || int(size) > len(z.buffer) {
		return nil
	}
	return z.buffer[:size]
}

func (z *zmq) send(message object) {
	z.follow()
	if z.connection != connectionGreeted {
		return // receive will report it
	}
	frame := pack(nil, message)
	uninterrupted(func() (size C.int, err error) {
		size, err = C.zmq_send(z.socket, unsafe.Pointer(&frame[0]), C.size_t(len(frame)), C.ZMQ_DONTWAIT)
		return
	})
}

// uninterrupted repeats a call of libzmq while a signal interrupts it; Go's runtime sends signals to
// itself. The error is nil if the call succeeded, whatever errno is.
func uninterrupted(call func() (C.int, error)) (C.int, error) {
	for {
		status, err := call()
		if status >= 0 {
			return status, nil
		}
		if err != syscall.EINTR {
			return status, err
		}
	}
}

func (z *zmq) close() {
	C.zmq_close(z.socket)
	if z.monitor != nil {
		C.zmq_close(z.monitor)
	}
	C.zmq_ctx_term(z.context)
}
