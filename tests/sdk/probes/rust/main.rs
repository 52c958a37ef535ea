//! The probe of tests/sdk/test_languages.py in Rust; that file says what it does.
mod domino_arena;
use domino_arena::*;
use serde_json::{json, Value};

fn tell(what: Value) {
    eprintln!("told {what}");
}

fn hello() -> Hello {
    Hello { name: "probe".into(), version: "1".into(), ..Hello::default() }
}

struct Tell;

impl Bot for Tell {
    fn hello(&self) -> Hello {
        Hello { events: true, ..hello() }
    }
    fn choose(&mut self, v: &View) -> usize {
        tell(json!([
            "choose", v.req, v.table, v.variant, v.seat, v.seats, v.seed, v.round, v.scores, v.leader,
            v.lead, v.hand, v.ends, v.counts, v.stock, v.drawable, v.drawn, v.history, v.legal,
            [v.clock.move_ms, v.clock.bank_ms], v.options["target"],
            v.match_.as_ref().map(|m| m.seed)
        ]));
        v.legal.len() - 1
    }
    fn on_match(&mut self, m: &Match) {
        tell(json!(["match", m.table, m.variant, m.seat, m.seats, m.teams, m.bots, m.seed, m.commit]));
    }
    fn on_round(&mut self, r: &Round) {
        tell(json!(["round", r.table, r.round, r.end, r.by, r.hands, r.points, r.scores]));
    }
    fn on_result(&mut self, r: &MatchResult) {
        tell(json!(["result", r.table, r.places, r.scores, r.end, r.fault_seat]));
    }
    fn on_fault(&mut self, f: &Fault) {
        tell(json!(["fault", f.table, f.code, f.text, f.tolerated]));
    }
}

struct Many;

impl Bot for Many {
    fn hello(&self) -> Hello {
        Hello { max_tables: 10, batch: 5, ..hello() }
    }
    fn choose(&mut self, _: &View) -> usize {
        unreachable!()
    }
    fn choose_many(&mut self, views: &[View]) -> Vec<usize> {
        tell(json!(["many", views.len()]));
        views.iter().map(|view| view.legal.len() - 1).collect()
    }
}

struct Chooser(fn(&View) -> usize);

impl Bot for Chooser {
    fn hello(&self) -> Hello {
        hello()
    }
    fn choose(&mut self, view: &View) -> usize {
        self.0(view)
    }
}

fn tell_numbers(view: &View) -> usize {
    let mut rng = view.rng();
    let numbers: Vec<_> = [2, 7, 10, 183, 1000, 65536].iter().map(|&n| rng.below(n)).collect();
    tell(json!(["rng", numbers]));
    0
}

fn think(view: &View) -> usize {
    let text = "6-4 blockt über Sitz 1".into();
    view.think(Info { expected: Some(-4.125), worlds: Some(480), depth: Some(3), text });
    0
}

extern "C" fn do_nothing(_: libc::c_int) {}

fn main() {
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = do_nothing as extern "C" fn(libc::c_int) as usize;
        libc::sigaction(libc::SIGWINCH, &action, std::ptr::null_mut());
    }
    match std::env::args().nth(1).unwrap_or_default().as_str() {
        "tell" => run(Tell),
        "many" => run(Many),
        "action" => run(Chooser(|view| view.index(&view.legal[1]).unwrap())),
        "info" => run(Chooser(think)),
        "rng" => run(Chooser(tell_numbers)),
        "throw" => run(Chooser(|_| panic!("the probe broke"))),
        "illegal" => run(Chooser(|view| view.legal.len())),
        "wait" => run(Chooser(|_| std::fs::read("gate").unwrap().len() * 0)),
        _ => run(Chooser(|_| {
            println!("noise");
            0
        })),
    }
}
