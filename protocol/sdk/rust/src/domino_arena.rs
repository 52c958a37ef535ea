//! Write a bot for Domino Arena in Rust: a module, to be copied next to your `main.rs`.
//!
//! A bot is asked only when it has two or more legal actions. Every view is complete, so a bot needs
//! no memory. README.md beside the module is the manual; SPEC.md says what the fields mean.

#![allow(dead_code)] // a bot need not use everything
#![deny(missing_docs)]

use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::rc::Rc;

const INFO_TEXT_BYTES: usize = 200;
/// In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
const ACTS_WITH_INFO: usize = 32;

// -- What a bot sees ------------------------------------------------------------------------------

/// A tile has two halves, the larger one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tile(pub u8, pub u8);

impl Tile {
    /// Returns the larger half.
    pub fn high(self) -> u8 {
        self.0
    }
    /// Returns the smaller half.
    pub fn low(self) -> u8 {
        self.1
    }
    /// Returns the sum of both halves.
    pub fn pips(self) -> u8 {
        self.0 + self.1
    }
    /// Returns whether both halves are equal.
    pub fn is_double(self) -> bool {
        self.0 == self.1
    }
}

/// What a seat may do when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
#[allow(missing_docs)] // of the members
pub enum Action {
    /// Plays a tile at an end; `down`: face down, which closes the arm.
    Play { tile: Tile, end: u8, down: bool },
    /// Draws a tile.
    Draw,
}

impl Action {
    /// Returns the tile that it plays; None for a draw.
    pub fn tile(&self) -> Option<Tile> {
        match *self {
            Action::Play { tile, .. } => Some(tile),
            Action::Draw => None,
        }
    }
}

/// Something that everybody saw in this round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
#[allow(missing_docs)] // of the members
pub enum Event {
    /// The first tile of the round.
    Lead { seat: u8, tile: Tile },
    /// A tile at an end; `down`: face down, which closes the arm.
    Play { seat: u8, tile: Tile, end: u8, down: bool },
    /// All tiles that the seat drew in one turn.
    Draw { seat: u8, count: u8 },
    /// A turn without a legal action.
    Pass { seat: u8 },
    /// A random tile that is laid before play.
    Start { tile: Tile },
    /// A tile that the seat drew to find the leader.
    Lot { seat: u8, tile: Tile },
}

/// Options of a variant by name. `options["arms"]` is a number, a bool or a text; null if it does not exist.
pub type Options = Value;

/// The arena and this tournament.
#[derive(Clone, Debug, Deserialize)]
pub struct Welcome {
    /// Version of the arena.
    pub arena: String,
    /// The name under which the bot is registered.
    pub bot: String,
    /// Limits by name, such as `move_ms`.
    pub limits: HashMap<String, i64>,
    /// The variants of this tournament by name.
    pub variants: HashMap<String, Rc<Options>>,
}

/// A seat at a table.
#[derive(Clone, Debug, Deserialize)]
pub struct Match {
    /// Number of the table, unique for the life of the process.
    pub table: i64,
    /// Name of the game.
    pub variant: String,
    /// The bot's own seat, from 0 in turn order.
    pub seat: u8,
    /// Number of seats.
    pub seats: u8,
    /// True: partners sit at 0 and 2, and at 1 and 3.
    pub teams: bool,
    /// The name of the bot in each seat; `?` where the tournament hides it.
    pub bots: Vec<String>,
    /// A number for the bot's own randomness; see `View::rng`.
    pub seed: u64,
    /// The hash that commits the arena to its deals.
    pub commit: String,
}

/// The end of a round.
#[derive(Clone, Debug, Deserialize)]
pub struct Round {
    /// Number of the table.
    pub table: i64,
    /// Number of the round, from 1.
    pub round: u32,
    /// How it ended: domino, blocked or stuck.
    pub end: String,
    /// The seat that went out or was stuck; in a blocked round the last seat that played, or -1.
    pub by: i8,
    /// The tiles left in each hand.
    pub hands: Vec<Vec<Tile>>,
    /// Points of this round per seat, minus draw costs.
    pub points: Vec<i64>,
    /// Match points per seat, after this round.
    pub scores: Vec<i64>,
}

/// The end of a match.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchResult {
    /// Number of the table.
    pub table: i64,
    /// The place of each seat; 1 is best.
    pub places: Vec<u8>,
    /// Match points per seat.
    pub scores: Vec<i64>,
    /// normal, or the code of a fault.
    pub end: String,
    /// The seat with the fault, or -1.
    pub fault_seat: i8,
}

/// A fault of this bot.
#[derive(Clone, Debug, Deserialize)]
pub struct Fault {
    /// Number of the table; -1: no particular table.
    pub table: i64,
    /// What kind of fault it is, such as `illegal`.
    pub code: String,
    /// What happened.
    pub text: String,
    /// True: the arena played the first legal action instead, and the match continues.
    pub tolerated: bool,
}

/// The time for an answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Thinking time for this ask.
    pub move_ms: u32,
    /// What is left of the bank of this match.
    pub bank_ms: u32,
}

/// What a bot thinks about its answer (SPEC.md, section 3, act); shown when the match is replayed.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Forecast of the round in match points.
    pub expected: Option<f64>,
    /// How many deals that agree with the view the bot looked at.
    pub worlds: Option<u64>,
    /// How many moves it looked ahead.
    pub depth: Option<u32>,
    /// A remark; what is longer than 200 bytes is cut.
    pub text: String,
}

impl Info {
    /// Returns what is given as JSON.
    fn value(self) -> Value {
        let mut value = json!({});
        if let Some(expected) = self.expected {
            value["expected"] = json!(expected);
        }
        if let Some(worlds) = self.worlds {
            value["worlds"] = json!(worlds);
        }
        if let Some(depth) = self.depth {
            value["depth"] = json!(depth);
        }
        if !self.text.is_empty() {
            value["text"] = json!(self.text);
        }
        value
    }
}

/// What one seat knows when it has to choose.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct View {
    /// Number of this ask.
    pub req: i64,
    /// Number of the table.
    pub table: i64,
    /// Name of the game.
    pub variant: String,
    /// The bot's own seat; it is its turn.
    pub seat: u8,
    /// Number of seats.
    pub seats: u8,
    /// A number for the bot's own randomness; see `rng`.
    pub seed: u64,
    /// Number of the round, from 1.
    pub round: u32,
    /// Match points per seat.
    pub scores: Vec<i64>,
    /// The seat that leads this round; -1 while that is not decided.
    pub leader: i8,
    /// By which rule the leader was found, such as highest_double; empty if an older arena did not say.
    #[serde(default)]
    pub lead: String,
    /// The bot's tiles, in tile order.
    pub hand: Vec<Tile>,
    /// What each open end shows; -1 for a closed arm; empty before the lead.
    pub ends: Vec<i8>,
    /// Tiles held per seat.
    pub counts: Vec<u8>,
    /// Tiles left in the stock.
    pub stock: u8,
    /// How many of them may still be drawn.
    pub drawable: u8,
    /// Tiles that this seat has drawn in this turn.
    pub drawn: u8,
    /// What everybody saw in this round, oldest first.
    pub history: Vec<Event>,
    /// The legal actions, two or more.
    pub legal: Vec<Action>,
    /// The time for this answer.
    pub clock: Clock,
    /// The match message of this table; None before it.
    #[serde(skip)]
    pub match_: Option<Rc<Match>>,
    /// The options of the variant.
    #[serde(skip)]
    pub options: Rc<Options>,
    #[serde(skip)]
    info: RefCell<Option<Info>>,
}

impl View {
    /// Says what the bot thinks about its answer. The last call before the answer counts.
    pub fn think(&self, mut info: Info) {
        let mut end = info.text.len().min(INFO_TEXT_BYTES);
        while !info.text.is_char_boundary(end) {
            end -= 1;
        }
        info.text.truncate(end);
        self.info.replace(Some(info));
    }

    /// Returns the index of an action in `legal`.
    pub fn index(&self, action: &Action) -> Option<usize> {
        self.legal.iter().position(|legal| legal == action)
    }

    /// Randomness without state: the same position of the same match gives the same numbers.
    pub fn rng(&self) -> Rng {
        let mut rng = Rng { state: 0 };
        for number in [self.seed, self.round.into(), self.history.len() as u64, self.drawn.into()] {
            rng.state ^= number;
            rng.state = rng.bits();
        }
        rng
    }
}

/// The generator splitmix64; see SPEC.md, section 4.
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to n - 1, all equally likely.
    pub fn below(&mut self, n: usize) -> usize {
        let count = n as u64;
        let surplus = count.wrapping_neg() % count; // 2^64 mod n
        loop {
            let bits = self.bits();
            if bits >= surplus {
                return (bits % count) as usize;
            }
        }
    }
}

// -- What a bot is made of ------------------------------------------------------------------------

/// The fields of `hello` that a bot may set.
pub struct Hello {
    /// A label, at most 64 bytes.
    pub name: String,
    /// A label, at most 64 bytes.
    pub version: String,
    /// How many tables may be open; 1 if the bot can only think about one match.
    pub max_tables: usize,
    /// The most views in one call of choose_many.
    pub batch: usize,
    /// True: the arena sends the end of every round, for which on_round is called.
    pub events: bool,
}

impl Default for Hello {
    fn default() -> Hello {
        let version = "0".to_string();
        Hello { name: String::new(), version, max_tables: 1024, batch: 64, events: false }
    }
}

/// What a bot is made of. Only `choose` is required.
pub trait Bot {
    /// Returns an index into `view.legal`; `view.index` finds it.
    fn choose(&mut self, view: &View) -> usize;

    /// Returns one index per view. Override this to decide many views in one call.
    fn choose_many(&mut self, views: &[View]) -> Vec<usize> {
        let mut choose = |(number, view)| {
            ASKED.with(|asked| asked.borrow_mut().1 = number);
            self.choose(view)
        };
        views.iter().enumerate().map(&mut choose).collect()
    }

    /// Returns what the bot says of itself.
    fn hello(&self) -> Hello {
        Hello::default()
    }
    /// The arena and this tournament; comes first.
    fn on_welcome(&mut self, _: &Welcome) {}
    /// A seat at a table.
    fn on_match(&mut self, _: &Match) {}
    /// A round is over; only if `Hello::events` is true.
    fn on_round(&mut self, _: &Round) {}
    /// A match is over.
    fn on_result(&mut self, _: &MatchResult) {}
    /// The arena found a fault of this bot.
    fn on_fault(&mut self, _: &Fault) {}
}

/// A function is also a bot.
impl<F: FnMut(&View) -> usize> Bot for F {
    fn choose(&mut self, view: &View) -> usize {
        self(view)
    }
}

thread_local! {
    /// The positions that the bot is asked about, and which of them it is deciding.
    static ASKED: RefCell<(Rc<Vec<View>>, usize)> = RefCell::default();
}

/// Prints the position of a mistake. The error follows it, so that it is the end of the output.
fn explain() {
    let _ = ASKED.try_with(|asked| {
        if let Ok(asked) = asked.try_borrow() {
            if let Some(view) = asked.0.get(asked.1) {
                eprintln!("in this position: {view:?}");
            }
        }
    });
}

/// Plays until the arena says bye or ends. After an error the reason is written to standard error, and
/// the process ends with status 1.
pub fn run(bot: impl Bot) {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        explain();
        told(panic);
    }));
    let wire: Result<Box<dyn Wire>> = match std::env::var("DOMINO_ARENA_ENDPOINT") {
        Ok(endpoint) => Zmq::open(&endpoint).map(|wire| Box::new(wire) as Box<dyn Wire>),
        Err(_) => Stdio::open().map(|wire| Box::new(wire) as Box<dyn Wire>),
    };
    if let Err(error) = wire.and_then(|wire| Session::new(bot, wire).play()) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

// -- Actions and events as they are sent ----------------------------------------------------------

impl TryFrom<Value> for Action {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> std::result::Result<Action, serde_json::Error> {
        if value[0] == "draw" {
            return Ok(Action::Draw);
        }
        Ok(Action::Play { tile: tile_at(&value, 1)?, end: entry(&value, 3)?, down: value[4] == "down" })
    }
}

impl From<Action> for Value {
    fn from(action: Action) -> Value {
        match action {
            Action::Draw => json!(["draw"]),
            Action::Play { tile: Tile(high, low), end, down: false } => json!(["play", high, low, end]),
            Action::Play { tile: Tile(high, low), end, .. } => json!(["play", high, low, end, "down"]),
        }
    }
}

impl TryFrom<Value> for Event {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> std::result::Result<Event, serde_json::Error> {
        let what = value[1].as_str().unwrap_or_default();
        if what == "start" {
            return Ok(Event::Start { tile: tile_at(&value, 2)? });
        }
        let seat = entry(&value, 0)?;
        Ok(match what {
            "draw" => Event::Draw { seat, count: entry(&value, 2)? },
            "pass" => Event::Pass { seat },
            "lead" => Event::Lead { seat, tile: tile_at(&value, 2)? },
            "lot" => Event::Lot { seat, tile: tile_at(&value, 2)? },
            _ => Event::Play {
                seat,
                tile: tile_at(&value, 2)?,
                end: entry(&value, 4)?,
                down: value[5] == "down",
            },
        })
    }
}

impl From<Event> for Value {
    fn from(event: Event) -> Value {
        match event {
            Event::Lead { seat, tile: Tile(high, low) } => json!([seat, "lead", high, low, 0]),
            Event::Play { seat, tile: Tile(high, low), end, down: false } => {
                json!([seat, "play", high, low, end])
            }
            Event::Play { seat, tile: Tile(high, low), end, .. } => {
                json!([seat, "play", high, low, end, "down"])
            }
            Event::Draw { seat, count } => json!([seat, "draw", count]),
            Event::Pass { seat } => json!([seat, "pass"]),
            Event::Start { tile: Tile(high, low) } => json!([-1, "start", high, low]),
            Event::Lot { seat, tile: Tile(high, low) } => json!([seat, "lot", high, low]),
        }
    }
}

fn entry(list: &Value, index: usize) -> std::result::Result<u8, serde_json::Error> {
    u8::deserialize(&list[index])
}

fn tile_at(list: &Value, index: usize) -> std::result::Result<Tile, serde_json::Error> {
    Ok(Tile(entry(list, index)?, entry(list, index + 1)?))
}

// -- The conversation -----------------------------------------------------------------------------

struct Session<B: Bot> {
    bot: B,
    wire: Box<dyn Wire>,
    hello: Hello,
    over: bool,
    variants: HashMap<String, Rc<Options>>,
    matches: HashMap<i64, Rc<Match>>,
    waiting: Vec<View>, // not answered yet, oldest first
}

impl<B: Bot> Session<B> {
    fn new(bot: B, wire: Box<dyn Wire>) -> Session<B> {
        let mut hello = bot.hello();
        hello.batch = hello.batch.min(hello.max_tables); // the arena refuses a larger batch
        let (variants, matches) = Default::default();
        Session { bot, wire, hello, over: false, variants, matches, waiting: Vec::new() }
    }

    fn play(&mut self) -> Result<()> {
        while !self.over {
            match self.wire.receive()? {
                Said::Gone => return Ok(()),
                Said::Opened => self.say_hello()?,
                Said::Messages(messages) => {
                    for message in messages {
                        self.handle(message)?;
                    }
                    self.answer()?;
                }
            }
        }
        Ok(())
    }

    /// Begins a connection. Asks of the previous connection are forgotten.
    fn say_hello(&mut self) -> Result<()> {
        self.waiting.clear();
        self.matches.clear();
        let Hello { name, version, max_tables, batch, events } = &self.hello;
        self.wire.send(&json!({"type": "hello", "protocol": 1, "name": name, "version": version,
            "language": "rust", "max_tables": max_tables, "batch": batch, "events": events,
            "multipart": true}))
    }

    fn handle(&mut self, mut message: Value) -> Result<()> {
        if self.over {
            return Ok(());
        }
        match message["type"].as_str().ok_or("a message of the arena has no type")? {
            "ask" => return self.add(vec![message]),
            "asks" => return self.add(serde_json::from_value(message["asks"].take())?),
            _ => self.answer()?, // else the bot gets the end before its last choice
        }
        self.tell(message)
    }

    fn tell(&mut self, message: Value) -> Result<()> {
        match message["type"].as_str().unwrap_or_default() {
            "welcome" => {
                let welcome: Welcome = serde_json::from_value(message)?;
                self.bot.on_welcome(&welcome);
                self.variants = welcome.variants;
            }
            "match" => {
                let seat: Rc<Match> = Rc::new(serde_json::from_value(message)?);
                self.bot.on_match(&seat);
                self.matches.insert(seat.table, seat);
            }
            "round" => self.bot.on_round(&serde_json::from_value(message)?),
            "result" => {
                let result: MatchResult = serde_json::from_value(message)?;
                self.matches.remove(&result.table);
                self.bot.on_result(&result);
            }
            "fault" => self.bot.on_fault(&serde_json::from_value(message)?),
            "bye" => self.over = true,
            _ => {} // an unknown type: the arena is newer than this module
        }
        Ok(())
    }

    /// Keeps the asks: more may have arrived, and all are answered together in one message.
    fn add(&mut self, asks: Vec<Value>) -> Result<()> {
        if self.waiting.len() + asks.len() > self.hello.batch {
            self.answer()?;
        }
        for ask in asks {
            let mut view: View = serde_json::from_value(ask)?;
            view.match_ = self.matches.get(&view.table).cloned();
            view.options = self.variants.get(&view.variant).cloned().unwrap_or_default();
            self.waiting.push(view);
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let views = Rc::new(std::mem::take(&mut self.waiting));
        ASKED.with(|asked| *asked.borrow_mut() = (views.clone(), 0));
        let choices = self.bot.choose_many(&views);
        if choices.len() != views.len() {
            let (answers, views) = (choices.len(), views.len());
            return Err(format!("choose_many gave {answers} answers for {views} views").into());
        }
        let (mut acts, mut most) = (Vec::new(), usize::MAX);
        for (number, (view, choice)) in views.iter().zip(choices).enumerate() {
            ASKED.with(|asked| asked.borrow_mut().1 = number);
            if choice >= view.legal.len() {
                explain();
                return Err(format!("the bot chose {choice} of {} legal actions", view.legal.len()).into());
            }
            let mut act = json!({"req": view.req, "choice": choice});
            if let Some(info) = view.info.take() {
                act["info"] = info.value();
                most = ACTS_WITH_INFO;
            }
            acts.push(act);
        }
        ASKED.with(|asked| asked.take());
        if acts.len() == 1 {
            acts[0]["type"] = json!("act");
            return self.wire.send(&acts[0]);
        }
        for some in acts.chunks(most) {
            self.wire.send(&json!({"type": "acts", "acts": some}))?;
        }
        Ok(())
    }
}

// -- Transports -----------------------------------------------------------------------------------

enum Said {
    /// There is a new connection, which needs a hello.
    Opened,
    /// All messages that have arrived.
    Messages(Vec<Value>),
    Gone,
}

trait Wire {
    fn receive(&mut self) -> Result<Said>;
    fn send(&mut self, message: &Value) -> Result<()>;
}

/// Descriptor 1 becomes standard error, so that printed text cannot get between the messages. Returns a
/// copy of the original descriptor.
fn take_output() -> Result<std::fs::File> {
    use std::os::unix::io::AsFd;
    let out = std::io::stdout().as_fd().try_clone_to_owned()?;
    if unsafe { libc::dup2(2, 1) } < 0 {
        return Err(std::io::Error::last_os_error().into());
    }
    Ok(out.into())
}

/// One JSON object per line.
struct Stdio {
    input: std::io::BufReader<std::fs::File>,
    output: std::fs::File,
    opened: bool,
}

impl Stdio {
    fn open() -> Result<Stdio> {
        use std::os::unix::io::AsFd;
        let input = std::io::stdin().as_fd().try_clone_to_owned()?;
        let input = std::io::BufReader::with_capacity(1 << 16, input.into());
        Ok(Stdio { input, output: take_output()?, opened: false })
    }
}

impl Wire for Stdio {
    fn receive(&mut self) -> Result<Said> {
        use std::io::BufRead;
        if !std::mem::replace(&mut self.opened, true) {
            return Ok(Said::Opened);
        }
        let mut messages = Vec::new();
        while messages.is_empty() || self.input.buffer().contains(&b'\n') {
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Ok(Said::Gone);
            }
            if !line.iter().all(u8::is_ascii_whitespace) {
                messages.push(serde_json::from_slice(&line)?);
            }
        }
        Ok(Said::Messages(messages))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        use std::io::Write;
        let _ = self.output.write_all(format!("{message}\n").as_bytes()); // receive reports the end
        Ok(())
    }
}

#[derive(PartialEq)]
enum Connection {
    Lost,
    Opened,
    /// `receive` has returned `Opened`.
    Greeted,
}

/// One MessagePack map per frame on a DEALER socket. A remote bot's socket reconnects by itself. A monitor
/// reports this, because each connection must begin with a hello.
struct Zmq {
    socket: zmq::Socket,
    monitor: Option<zmq::Socket>,
    connection: Connection,
}

impl Zmq {
    fn open(endpoint: &str) -> Result<Zmq> {
        take_output()?;
        let context = zmq::Context::new();
        let socket = context.socket(zmq::DEALER)?;
        socket.set_linger(200)?;
        let monitor = match std::env::var("DOMINO_ARENA_SERVER_KEY") {
            Ok(key) => Some(Zmq::set_up_remote(&context, &socket, &key)?),
            Err(_) => {
                socket.set_plain_username(Some("bot"))?;
                socket.set_plain_password(Some(&std::env::var("DOMINO_ARENA_TOKEN")?))?;
                None
            }
        };
        uninterrupted(|| socket.connect(endpoint))?;
        let connection = if monitor.is_some() { Connection::Lost } else { Connection::Opened };
        Ok(Zmq { socket, monitor, connection })
    }

    fn set_up_remote(context: &zmq::Context, socket: &zmq::Socket, key: &str) -> Result<zmq::Socket> {
        let own = |name| -> Result<Vec<u8>> { Ok(zmq::z85_decode(&std::env::var(name)?)?) };
        socket.set_curve_serverkey(&zmq::z85_decode(key)?)?;
        socket.set_curve_publickey(&own("DOMINO_ARENA_PUBLIC_KEY")?)?;
        socket.set_curve_secretkey(&own("DOMINO_ARENA_SECRET_KEY")?)?;
        socket.set_immediate(true)?; // no message is queued for the next connection
        socket.set_ipv6(true)?;
        socket.set_heartbeat_ivl(1000)?;
        socket.set_heartbeat_timeout(5000)?;
        let events = zmq::SocketEvent::HANDSHAKE_SUCCEEDED as i32 | zmq::SocketEvent::DISCONNECTED as i32;
        socket.monitor("inproc://events", events)?;
        let monitor = context.socket(zmq::PAIR)?;
        monitor.set_linger(0)?;
        uninterrupted(|| monitor.connect("inproc://events"))?;
        Ok(monitor)
    }

    /// Reads the monitor. It reports the end of a connection at least 100 ms (RECONNECT_IVL) before there
    /// is another one. So as long as no end is reported, a message goes to the connection that was greeted,
    /// or is lost.
    fn follow_connection(&mut self) {
        let monitor = match &self.monitor { Some(monitor) => monitor, None => return };
        while let Some(frame) = take(monitor) {
            let event = u16::from_ne_bytes([frame[0], frame[1]]);
            let ended = event == zmq::SocketEvent::DISCONNECTED as u16;
            self.connection = if ended { Connection::Lost } else { Connection::Opened };
            take(monitor); // the address of the event
        }
    }
}

/// Returns a frame that has arrived, or None.
fn take(socket: &zmq::Socket) -> Option<Vec<u8>> {
    uninterrupted(|| socket.recv_bytes(zmq::DONTWAIT)).ok()
}

/// Returns the result of the call, which is repeated if a signal interrupts it.
fn uninterrupted<T>(mut call: impl FnMut() -> zmq::Result<T>) -> zmq::Result<T> {
    loop {
        match call() {
            Err(zmq::Error::EINTR) => continue,
            other => return other,
        }
    }
}

impl Wire for Zmq {
    fn receive(&mut self) -> Result<Said> {
        let mut messages = Vec::new();
        loop {
            self.follow_connection();
            if self.connection == Connection::Opened {
                while take(&self.socket).is_some() {} // a message of the previous connection
                self.connection = Connection::Greeted;
                return Ok(Said::Opened);
            }
            while let Some(frame) = take(&self.socket) {
                messages.push(rmp_serde::from_slice(&frame)?);
            }
            if !messages.is_empty() {
                return Ok(Said::Messages(messages));
            }
            let mut items = vec![self.socket.as_poll_item(zmq::POLLIN)];
            items.extend(self.monitor.as_ref().map(|monitor| monitor.as_poll_item(zmq::POLLIN)));
            uninterrupted(|| zmq::poll(&mut items, -1))?;
        }
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        self.follow_connection();
        if self.connection != Connection::Greeted {
            return Ok(()); // receive will report it
        }
        let frame = rmp_serde::to_vec_named(message)?;
        let _ = uninterrupted(|| self.socket.send(&frame, zmq::DONTWAIT)); // receive reports the end
        Ok(())
    }
}
