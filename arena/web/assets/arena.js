/* The script of all pages: sorts and filters tables, updates pages while a tournament runs, and shows
 * a match step by step. Every page can be read without it. */
"use strict";

const all = (selector, root) => [...(root || document).querySelectorAll(selector)];

function element(name, properties, ...children) {
    const e = Object.assign(document.createElement(name), properties);
    e.append(...children);
    return e;
}

/* ---- tables ------------------------------------------------------------------- */

function valueOf(row, column) {
    const cell = row.cells[column];
    const value = cell?.dataset.v ?? cell?.textContent.trim() ?? "";
    return cell?.dataset.v !== undefined || /^\d+$/.test(value) ? Number(value) : value;
}

function compare(a, b) {
    if (typeof a === "number" && typeof b === "number")
        return a - b;
    return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(table, column, direction) {
    const body = table.tBodies[0];
    const sign = direction === "ascending" ? 1 : -1;
    const rows = [...body.rows].map((row, i) => [valueOf(row, column), i, row]);
    rows.sort((a, b) => sign * compare(a[0], b[0]) || a[1] - b[1]);
    body.append(...rows.map((row) => row[2]));
    for (const th of table.tHead.rows[0].cells)
        th.removeAttribute("aria-sort");
    table.tHead.rows[0].cells[column].setAttribute("aria-sort", direction);
}

/* The first click sorts numbers with the largest first; ranks, match numbers and names ascend. */
function firstDirection(table, th) {
    const row = table.tBodies[0].rows[0];
    const isNumber = row && typeof valueOf(row, th.cellIndex) === "number";
    return isNumber && !/rank|match$/i.test(th.textContent) ? "descending" : "ascending";
}

function makeSortable(table) {
    for (const th of table.tHead.rows[0].cells) {
        if (th.tagName !== "TH")
            continue;
        const button = element("button", { type: "button" });
        button.append(...th.childNodes);
        th.append(button);
        button.addEventListener("click", () => {
            const now = th.getAttribute("aria-sort");
            const first = firstDirection(table, th);
            const other = first === "ascending" ? "descending" : "ascending";
            sortBy(table, th.cellIndex, now === first ? other : first);
        });
    }
}

/* Hides the items that do not have all the words. */
function filterItems(items, text) {
    const words = text.toLowerCase().split(/\s+/);
    for (const item of items)
        item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
}

/* Puts an input before `box` that filters what is in it. */
function addFilter(box, items) {
    const input = element("input", { type: "search", className: "filter", placeholder: "Filter" });
    input.setAttribute("aria-label", `Filter: ${box.getAttribute("aria-label") ?? "the table below"}`);
    input.addEventListener("input", () => filterItems(items, input.value));
    box.before(element("p", { className: "filter-box" }, input));
}

function makeFilter(table) {
    if (table.tBodies[0].rows.length >= 2)
        addFilter(table.closest(".wide") || table, table.tBodies[0].rows);
}

const LINKS_MANY = 12;

function makeChooser(nav) {
    const links = all("a", nav);
    if (links.length > LINKS_MANY)
        addFilter(nav, links);
}

/* A box in which nothing is too wide needs no scroller, so the head of its table stays in view as the page scrolls. */
const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes) {
        const box = target.closest(".wide");
        box.classList.toggle("fits", box.querySelector("table").offsetWidth <= box.clientWidth);
        if (!box.isConnected)
            sizes.unobserve(target);
    }
});

function prepare(root) {
    all("table.filter", root).forEach(makeFilter);
    all(".choose nav", root).forEach(makeChooser);
    all("table.sort", root).forEach(makeSortable);
    all("figure.history", root).forEach(drawHistory);
    all(".wide:has(> table), .wide > table", root).forEach((part) => sizes.observe(part));
}

/* ---- the history of ratings ------------------------------------------------------- */

/* The charts of the page by their figures. */
const plots = new WeakMap();

/* The range of Elo of the points in view, as in the drawing of the C code. */
function eloRange(bots, [first, last]) {
    const lines = bots.length === 1 ? [bots[0].lo, bots[0].hi] : bots.map((bot) => bot.elo);
    const seen = lines.flatMap((line) => line.slice(first, last + 1)).filter((elo) => elo !== null);
    const [from, to] = [Math.min(...seen), Math.max(...seen)];
    const margin = Math.max(10, (to - from) / 10);
    return seen.length > 0 ? [from - margin, to + margin] : [0, 1];
}

/* Replaces the drawing by a chart of uPlot, which can be zoomed and shows the numbers. Every bot has three
 * series: its rating and both limits. */
function drawHistory(figure) {
    const svg = figure.querySelector("svg");
    if (!window.uPlot || !svg)
        return;
    const { sets, bots } = JSON.parse(figure.querySelector("script").textContent);
    const names = all(".legend span", figure);
    const ink = getComputedStyle(document.body).color;
    const series = [{ label: "sets" }];
    const bands = [];
    let pointed = null;
    bots.forEach((bot, i) => {
        const color = getComputedStyle(names[i]).getPropertyValue("--line-color").trim();
        const at = series.length;
        series.push({ label: names[i].textContent, stroke: color, width: 2, value: (u, v) => v === null ? "" : v.toFixed(0) },
            { stroke: "transparent", points: { show: false } }, { stroke: "transparent", points: { show: false } });
        bands.push({ series: [at + 2, at + 1], fill: () => color + (pointed === i ? "59" : bots.length > 1 ? "00" : "1a") });
    });
    const axis = { stroke: ink, grid: { stroke: ink, width: 0.15 }, ticks: { show: false } };
    const size = () => ({ width: figure.clientWidth, height: Math.min(320, Math.max(220, figure.clientWidth / 2.5)) });
    function point(i) {
        if (pointed === i)
            return;
        pointed = i;
        plot.redraw(false);
    }
    const options = {
        ...size(), series, bands,
        scales: { x: { time: false }, y: { range: (u) => eloRange(bots, u.series[0].idxs || [0, sets.length - 1]) } },
        axes: [{ ...axis, label: "complete sets", labelSize: 20, size: 30, values: (u, marks) => marks.map((mark) => mark + "") },
            { ...axis, label: "Elo", labelSize: 20 }],
        cursor: { focus: { prox: 24 } },
        legend: { show: false },
        hooks: {
            setSeries: [(u, i) => point(i === null ? null : Math.floor((i - 1) / 3))],
            setCursor: [(u) => bots.forEach((bot, i) => {
                const v = u.cursor.idx === null || u.cursor.idx === undefined ? null : bot.elo[u.cursor.idx];
                names[i].dataset.now = v === null || v === undefined ? "" : v.toFixed(0);
            })],
        },
    };
    const box = element("div", { className: "plot" });
    box.setAttribute("aria-hidden", "true");
    svg.before(box);
    const plot = new uPlot(options, [sets, ...bots.flatMap((bot) => [bot.elo, bot.lo, bot.hi])], box);
    plots.set(figure, plot);
    names.forEach((name, i) => {
        if (bots.length > 1)
            name.tabIndex = 0;
        for (const event of ["pointerenter", "focus"])
            name.addEventListener(event, () => point(i));
        for (const event of ["pointerleave", "blur"])
            name.addEventListener(event, () => point(null));
    });
    svg.classList.add("behind");
    const watch = new ResizeObserver(() => box.isConnected ? plot.setSize(size()) : watch.disconnect());
    watch.observe(figure);
}

/* The part of a chart that the reader has zoomed into; null if all is in view. */
function zoomOf(figure) {
    const plot = plots.get(figure);
    if (!plot)
        return null;
    const { min, max } = plot.scales.x;
    const sets = plot.data[0];
    return min > sets[0] || max < sets[sets.length - 1] ? { min, max } : null;
}

/* ---- live ------------------------------------------------------------------------ */

const FOCUSABLE = "input, select, button, a, summary, [tabindex]";

/* Returns where a link leads, without the part after #; undefined for other elements. In a drawing, href is an object. */
const pathOf = (e) => (e.href?.baseVal ?? e.href)?.replace(/#.*/, "");

/* Returns what an element is on, which another version of the page has as well, wherever it is then: the label of
 * the part of the page, the row, and the element itself. Links to one page are told apart by their order, because a
 * replay changes the step in them. */
function nameOf(e) {
    const part = e.parentElement.closest("[aria-label], [id]:not(tr)");
    const row = e.closest("tr, li");
    const link = row?.querySelector("a[href*='match/']") ?? row?.querySelector("a[href]");
    const text = e.matches("button, summary") ? e.textContent : e.querySelector("summary")?.textContent;
    return JSON.stringify([part?.id || part?.getAttribute("aria-label"), row?.dataset.key ?? link?.href,
        e.id || e.getAttribute("aria-label") || pathOf(e) || text?.replace(/\d+/g, "")]);
}

/* Returns pairs of a name and an element. Of elements that cannot be told apart, the second is another one than the first. */
function named(selector, root) {
    const seen = new Map();
    return all(selector, root).map((e) => {
        const name = nameOf(e);
        seen.set(name, (seen.get(name) ?? 0) + 1);
        return [`${seen.get(name)} ${name}`, e];
    });
}

/* What the reader has done to parts of a page: how it is read from a part, as undefined if nothing was done, and how
 * it is done again. */
const DEEDS = [
    ["input.filter", (input) => input.value || undefined, (input, text) => {
        input.value = text;
        input.dispatchEvent(new Event("input"));
    }],
    ["table.sort", (table) => {
        const th = table.querySelector("th[aria-sort]");
        return th ? [th.cellIndex, th.getAttribute("aria-sort")] : undefined;
    }, (table, order) => sortBy(table, ...order)],
    ["details", (details) => details.open, (details, isOpen) => { details.open = isOpen; }],
    [".wide", (box) => [box.scrollLeft, box.scrollTop], (box, [left, top]) => box.scrollTo(left, top)],
    ["figure.history", (figure) => zoomOf(figure) ?? undefined, (figure, zoom) => plots.get(figure)?.setScale("x", zoom)],
    [FOCUSABLE, (e) => e === document.activeElement ? [e.selectionStart, e.selectionEnd] : undefined, (e, range) => {
        e.focus({ preventScroll: true });
        if (e.matches(".filter"))
            e.setSelectionRange(...range);
    }],
];

/* Returns what the reader has done, for restore() of a newer version of the page. What is not there any more is left out. */
function stateOf(root) {
    return DEEDS.map(([selector, read]) => new Map(named(selector, root).map(([name, e]) => [name, read(e)])));
}

function restore(root, state) {
    DEEDS.forEach(([selector, , redo], i) => {
        for (const [name, e] of named(selector, root)) {
            const done = state[i].get(name);
            if (done !== undefined)
                redo(e, done);
        }
    });
}

const RETRY_MS = 2000;

/* Fetches a page. Returns null if it does not exist any more. */
async function fetchPage(path) {
    const answer = await fetch(path, { cache: "no-cache" });
    if (answer.status >= 400 && answer.status < 500)
        return null;
    if (!answer.ok)
        throw new Error(answer.status);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/* Returns whether nobody has moved in the match under way that is shown. */
function hasSameSteps(page) {
    const isAsLong = (what) => all(what, page).length === all(what).length;
    return page.body.dataset.events === document.body.dataset.events && isAsLong("#replay tr[id]") && isAsLong(".rounds a[data-from]");
}

/* Replaces the content of this page. Its address is `href` from then on, without an entry in the history. A replay
 * continues with what is in `shown`. */
function replacePage(page, href, shown) {
    const main = document.querySelector("main");
    const icon = document.querySelector("link[rel=icon]");
    icon.href = icon.href; /* the address in the page is relative to the old one */
    const state = stateOf(main);
    const [x, y] = [scrollX, scrollY];
    history.replaceState(null, "", href);
    document.title = page.title || document.title;
    page.querySelector("#controls")?.removeAttribute("hidden"); /* what is hidden gets no focus */
    main.replaceChildren(...page.querySelector("main").childNodes);
    for (const part of ["footer", "header nav", "header .home"]) /* addresses there are relative */
        if (page.querySelector(part))
            document.querySelector(part).replaceWith(page.querySelector(part));
    if (page.body.dataset.events === undefined)
        delete document.body.dataset.events; /* the match has ended, and its page is fixed */
    else
        document.body.dataset.events = page.body.dataset.events;
    prepare(main);
    restore(main, state);
    const match = document.getElementById("replay");
    viewer = match && replay(match, shown);
    scrollTo(x, y);
}

let lastTask = Promise.resolve();

/* Calls the function when all earlier ones have ended, so that a page is replaced by one at a time. */
function inTurn(task) {
    lastTask = lastTask.then(task, task);
    return lastTask;
}

/* Fetches this page again and replaces its content, unless it does not exist any more. */
const refresh = () => inTurn(async () => {
    const page = await fetchPage(location.pathname + location.search);
    if (page === null || (viewer && hasSameSteps(page)))
        return;
    replacePage(page, location.href, viewer?.leave());
});

/* The rounds of a match that is one file, compressed: a <main> for each. */
const packedRounds = document.getElementById("packed")?.textContent;

/* Returns the round of such a file that has the step in an address. */
async function unpackRound(href) {
    const step = parseInt(new URL(href).hash.slice(1), 10) || 0;
    const bytes = Uint8Array.from(atob(packedRounds), (letter) => letter.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const rounds = all("main", page);
    const round = rounds.findLast((main) => Number(main.dataset.from) <= step) ?? rounds[0];
    for (const other of rounds)
        if (other !== round)
            other.remove();
    return page;
}

/* A page that was opened as a file may not read other files. */
const canTurn = packedRounds || location.protocol !== "file:";

/* Returns the page of another round; null if it cannot be read. */
function pageOfRound(href) {
    if (packedRounds)
        return unpackRound(href);
    return canTurn ? fetchPage(href).catch(() => null) : null;
}

/* Shows another round in place of this one. */
const turnTo = (href, shown) => inTurn(async () => {
    const watched = viewer.leave();
    const page = await pageOfRound(href);
    if (!page?.getElementById("replay"))
        return location.replace(href);
    replacePage(page, href, { ...watched, ...shown });
});

/* Fetches what has changed in matches under way: a list of them, or the match that is shown. */
async function refreshNow() {
    if (viewer || document.getElementById("hidden"))
        return refresh();
    for (const list of all("[data-tables]", document)) {
        const page = await fetchPage(list.dataset.tables);
        const now = page?.querySelector("[data-tables]");
        if (!now)
            continue;
        const state = stateOf(list);
        list.replaceChildren(...now.childNodes);
        restore(list, state);
    }
}

/* Shows how far a tournament is that is being played, wherever the page has its progress. */
function showProgress({ tournament, done, total, progress }) {
    for (const box of all(".progress[data-tournament]")) {
        if (!progress || box.dataset.tournament !== tournament)
            continue;
        Object.assign(box.querySelector("progress"), { max: total, value: done });
        box.querySelector("span").textContent = progress;
    }
}

const OLD_MS = 5000; /* a younger page is called live */

/* Returns how old a page is in words, in steps of five seconds or a minute. */
function ageText(ms) {
    if (ms < OLD_MS)
        return "live";
    return ms < 60000 ? `as of ${5 * Math.floor(ms / 5000)} s ago` : `as of ${Math.floor(ms / 60000)} min ago`;
}

function follow(path) {
    const live = document.getElementById("live");
    const events = new EventSource(path);
    let shown = null; /* the version of the site, and the number of changes of the matches under way */
    let newest = null;
    let isBusy = false;
    let hasFailed = false;
    let lacksSince = null; /* on the clock of the browser, when the page began to lack something; null: it lacks nothing */

    function noteAge(seconds) {
        lacksSince = seconds === undefined ? null : Math.min(lacksSince ?? Infinity, performance.now() - 1000 * seconds);
    }

    /* Only the connection is read out by a screen reader; an age would be read out again and again. */
    function say() {
        const isOff = hasFailed || events.readyState !== EventSource.OPEN;
        const text = isOff ? "no connection" : ageText(lacksSince === null ? 0 : performance.now() - lacksSince);
        live.hidden = false;
        live.setAttribute("aria-live", live.classList.contains("off") === isOff ? "off" : "polite");
        live.classList.toggle("off", isOff);
        live.classList.toggle("old", text.startsWith("as of"));
        if (live.textContent !== text) /* otherwise a screen reader would repeat it */
            live.textContent = text;
    }

    /* Fetches until the newest version is shown: a newer one may be announced meanwhile, and a fetch may
     * fail. */
    async function catchUp() {
        if (isBusy)
            return;
        isBusy = true;
        while (shown.site !== newest.site || shown.now !== newest.now) {
            const version = newest;
            const what = shown.site !== version.site ? refresh : refreshNow;
            hasFailed = await what().then(() => false, () => true);
            say();
            if (hasFailed)
                await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
            else
                shown = version;
        }
        isBusy = false;
    }

    events.addEventListener("open", say);
    events.addEventListener("error", say);
    events.addEventListener("site", (event) => {
        const data = JSON.parse(event.data || "{}");
        showProgress(data);
        noteAge(data.age);
        say();
        newest = { site: event.lastEventId, now: data.now };
        shown ??= newest;
        catchUp();
    });
    noteAge(document.body.dataset.age);
    setInterval(() => live.hidden || say(), 1000);
    addEventListener("pagehide", () => events.close());
}

/* ---- replay ------------------------------------------------------------------------- */

const STEP_MS = 700;
const SLIDE_MS = 200;
const SLIDES_MOST = 4; /* as many as end before the next update of a match under way */
const GAP_PIXELS = 8; /* between the controls and the table */

/* Returns what the address says: #25&seat=2&speed=2&play. */
function readAddress() {
    const [step, ...rest] = location.hash.slice(1).split("&");
    const words = new URLSearchParams(rest.join("&"));
    return { step: Math.trunc(Number(step)) || 0, seat: words.get("seat"), speed: words.get("speed"), isBeside: words.has("beside"), plays: words.has("play") };
}

/* The same text as dom_duration_write writes. */
function duration(us) {
    if (us < 995)
        return us.toFixed(0) + " us";
    if (us < 999500)
        return (us / 1e3).toFixed(us < 9950 ? 1 : 0) + " ms";
    const [s, min] = [Math.round(us / 1e6), Math.round(us / 60e6)];
    const two = (number) => String(number).padStart(2, "0");
    if (s < 120)
        return (us / 1e6).toFixed(us < 9.95e6 ? 1 : 0) + " s";
    return s < 3600 ? `${Math.floor(s / 60)} min ${two(s % 60)} s` : `${Math.floor(min / 60)} h ${two(min % 60)} min`;
}

/* Shows a round step by step. Steps are numbered through the match, of which the page has the steps `first` to
 * `last`; the other rounds are pages of their own.
 *
 * Returns an object with leave(), which ends the replay and returns what was shown. Passed as `before` to the
 * replay of a newer page, it shows the same step there. A reader who was at the newest step sees the newest step. */
function replay(root, before) {
    const ended = new AbortController();
    const isUnderWay = document.body.dataset.events !== undefined;
    const controls = document.getElementById("controls");
    const scrub = document.getElementById("scrub");
    const view = document.getElementById("view");
    const speed = document.getElementById("speed");
    const say = document.getElementById("say");
    const clock = document.getElementById("clock");
    const steps = all("tr[id]", root);
    const parts = all("[data-a]", root);
    const hands = all(".board:not(.beside) .hand", root);
    const set = document.querySelector(".set");
    const curve = document.querySelector(".curve");
    const jumps = all(".rounds a[data-go]");
    const rounds = all(".rounds a[data-from]");
    const round = rounds.findIndex((link) => link.hasAttribute("aria-current"));
    const columns = all("thead th", root).map((th) => th.textContent);
    const first = Number(steps[0].id);
    const last = first + steps.length - 1;
    const opening = Math.min(first + 1, last); /* the first move: before it the table is empty */
    let step = first;
    let timer = null;

    const cell = (row, name) => row.cells[columns.indexOf(name)]?.innerText || "";
    const isSeen = (row) => !view.value || row.dataset.seat === undefined || row.dataset.seat === view.value;

    /* Marks the tile that was laid last. */
    function markNewest() {
        for (const svg of all(".cloth svg", root)) {
            const laid = all("use", svg).filter((tile) => Number(tile.dataset.a) <= step);
            all("use", svg).forEach((tile) => tile.classList.toggle("newest", tile === laid.at(-1) && step > first));
        }
    }

    /* Lets the tiles that were laid after an earlier step slide from the hands of their seats, one after the other. Only their
     * pictures move, so no key waits for them. */
    function slideAfter(earlier) {
        if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches)
            return;
        const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
        const laid = all(".board:not(.beside) .cloth use", root)
            .filter((tile) => tile.dataset.a > earlier && tile.dataset.a <= step && tile.getClientRects().length > 0);
        laid.slice(-SLIDES_MOST).forEach((tile, i) => {
            const hand = hands.find((each) => each.dataset.seat === steps[tile.dataset.a - first].dataset.seat);
            const played = Number(tile.dataset.a) === step && hand.querySelector(".gone");
            const from = centre((played || hand.querySelector(".tiles")).getBoundingClientRect());
            const to = centre(tile.getBoundingClientRect());
            const { a: scale } = tile.ownerSVGElement.getScreenCTM();
            tile.animate({ translate: [`${(from.x - to.x) / scale}px ${(from.y - to.y) / scale}px`, "none"] },
                { duration: SLIDE_MS, delay: i * SLIDE_MS, fill: "backwards", easing: "ease-out" });
        });
    }

    /* Raises the tiles that the seat could choose, keeps a pale image of the one that it played, and marks one that was drawn. */
    function raiseLegal(row) {
        const legal = isSeen(row) && row.dataset.legal ? row.dataset.legal.split(" ") : [];
        for (const hand of hands) {
            const isOn = hand.dataset.seat === row.dataset.seat;
            hand.classList.toggle("turn", isOn);
            for (const tile of all("[data-a]", hand)) {
                const isGone = isOn && Number(tile.dataset.z) === step;
                tile.classList.toggle("gone", isGone);
                tile.classList.toggle("off", tile.classList.contains("off") && !isGone);
                tile.classList.toggle("drawn", Number(tile.dataset.a) === step && step > first);
                tile.classList.toggle("raised", isOn && legal.includes(tile.getAttribute("aria-label")));
            }
        }
    }

    /* Returns what happened in a row, without the values of its choice; of a mistake with what it lost. */
    function eventOf(row) {
        const values = row.querySelector("details");
        const event = cell(row, "Event").replace(values?.innerText ?? "", "").trim();
        return row.dataset.kind === "mistake" && isSeen(row) ? `${event}, ${values.firstChild.textContent}` : event;
    }

    /* Returns a step in words: "Step 25: greedy, seat 0, plays 5-3 at the right end, 1 of 4 choices." */
    function sentence(row) {
        const [, seat, name] = cell(row, "Bot").match(/^(\d+) (.*)$/) || [];
        const choices = isSeen(row) && row.dataset.kind !== "pass" ? cell(row, "Choices") : "";
        const who = seat === undefined ? "" : `${name}, seat ${seat}, `;
        return `Step ${row.id}: ${who}${eventOf(row)}${choices && ", " + choices}${/ of /.test(choices) ? " choices" : ""}.`
            .replace(/\.\.$/, ".");
    }

    function showClocks(row) {
        const used = {};
        for (const other of steps.slice(0, step - first + 1))
            used[other.dataset.seat] = (used[other.dataset.seat] || 0) + Number(other.dataset.us || 0);
        for (const hand of hands)
            hand.querySelector(".clock").textContent = duration(Number(hand.dataset.us) + (used[hand.dataset.seat] || 0));
        const bank = cell(row, "Bank");
        clock.textContent = [cell(row, "Time"), bank && "bank " + bank].filter(Boolean).join(", ");
    }

    /* Shows the hands as the selected seat saw them. At the end of a round all hands are open. */
    function showView(row) {
        const seat = row.dataset.kind === "end" ? "" : view.value;
        for (const hand of all(".hand", root)) {
            const isClosed = seat !== "" && hand.dataset.seat !== seat;
            hand.classList.toggle("closed", isClosed);
            hand.querySelector(".tiles").ariaHidden = isClosed ? "true" : null;
        }
        for (const other of steps)
            other.classList.toggle("unseen", !isSeen(other));
    }

    /* Marks this step on the curve, and shows the line of the selected seat alone. */
    function showCurve(row) {
        if (!curve)
            return;
        const now = curve.querySelector(".now");
        const share = (step - first) / Math.max(1, last - first);
        now.setAttribute("transform", `translate(${Number(now.dataset.x) + share * Number(now.dataset.width)})`);
        now.classList.remove("off");
        for (const line of all("g", curve))
            line.classList.toggle("off", row.dataset.kind !== "end" && view.value !== "" && line.dataset.seat !== view.value);
    }

    /* Marks the line of this step in each match of the set. Its newest difference from this match comes into sight. */
    function showSet() {
        if (!set)
            return;
        for (const list of all("ol", set)) {
            const lines = [...list.children].filter((line) => line.value - list.start < step - first);
            for (const line of list.children)
                line.classList.toggle("now", line === lines.at(-1));
        }
    }

    /* Returns the part of the address that other rounds keep. */
    function kept() {
        return (view.value && "&seat=" + view.value) + (root.classList.contains("two") ? "&beside" : "") + (speed.value === "1" ? "" : "&speed=" + speed.value);
    }

    function showAddress(isQuiet) {
        if (!isQuiet)
            history.replaceState(null, "", "#" + step + kept());
        for (const link of [...jumps, ...rounds])
            link.hash = startOf(link) + kept();
    }

    function show(number, isQuiet) {
        step = Math.min(Math.max(number, first), last);
        for (const part of parts)
            part.classList.toggle("off", step < part.dataset.a || step >= (part.dataset.z || Infinity));
        const row = steps[step - first];
        for (const other of steps)
            other.removeAttribute("aria-current");
        row.setAttribute("aria-current", "step");
        const box = row.closest(".wide");
        box.scrollTop = row.offsetTop - box.clientHeight / 2;
        markNewest();
        showView(row);
        raiseLegal(row);
        showSet();
        showCurve(row);
        showClocks(row);
        say.textContent = sentence(row);
        scrub.value = step;
        scrub.setAttribute("aria-valuetext", say.textContent);
        showAddress(isQuiet);
    }

    function pause() {
        clearTimeout(timer);
        timer = null;
        controls.classList.remove("playing");
    }

    function playOn() {
        if (step === last && round === rounds.length - 1)
            return pause();
        timer = setTimeout(playOn, STEP_MS / Number(speed.value));
        onward(true);
    }

    function play() {
        if (timer !== null)
            return pause();
        controls.classList.add("playing");
        if (step === last && round === rounds.length - 1)
            show(first);
        timer = setTimeout(playOn, STEP_MS / Number(speed.value));
    }

    /* Returns the step that a link to a round names. Under way, an address without a step opens the newest round. In a
     * file with all rounds, links have nothing but the step. */
    function startOf(link) {
        if (packedRounds)
            return link.hash.slice(1).split("&")[0];
        const other = rounds.findIndex((each) => each.pathname === link.pathname);
        return isUnderWay && other >= 0 && other < rounds.length - 1 ? rounds[other].dataset.from : "";
    }

    /* Opens another round at this step, or at its first move or newest step if `at` is "". */
    function open(link, at, isPlaying) {
        leave();
        link.hash = at + kept() + (isPlaying ? "&play" : "");
        turnTo(link.href, { step: Number(at), isNewest: at === "" && isUnderWay, isPlaying });
    }

    function onward(isPlaying) {
        if (step < last) {
            show(step + 1);
            slideAfter(step - 1);
        } else if (rounds[round + 1])
            open(rounds[round + 1], startOf(rounds[round + 1]), isPlaying);
    }

    function back() {
        if (step > first)
            show(step - 1);
        else if (rounds[round - 1])
            open(rounds[round - 1], first - 1);
    }

    /* Goes to the next pass, mistake or fault in this round or a later one; if the hands are shown as a seat saw them, to the
     * next one of this seat. A link to a later round has the first of each seat that no link before it has: "0:31 2:35". */
    function next(kind) {
        const isOurs = (seat) => !view.value || seat === view.value;
        const row = steps.find((other) => Number(other.id) > step && other.dataset.kind === kind && isOurs(other.dataset.seat));
        if (row)
            return show(Number(row.id));
        for (const link of rounds.slice(round + 1)) {
            const found = (link.dataset[kind] ?? "").split(" ").filter((each) => each && isOurs(each.split(":")[0]));
            if (found.length > 0)
                return open(link, Math.min(...found.map((each) => Number(each.split(":")[1]))));
        }
        say.textContent = `No ${kind} ${view.value && `of seat ${view.value} `}after this step of the match.`;
    }

    /* A page that was opened as a file may not read other files; its link to the record can be followed. */
    async function copy() {
        try {
            const answer = await fetch(document.getElementById("record").href);
            if (!answer.ok)
                throw new Error(answer.status);
            await navigator.clipboard.writeText((await answer.text()).trim());
            say.textContent = "Copied.";
        } catch (error) {
            say.textContent = "The browser does not allow copying. The link JSON above opens the record.";
        }
    }

    function jump(name) {
        const link = jumps.find((other) => other.dataset.go === name);
        if (link)
            open(link, startOf(link));
    }

    /* Shows the same deal in another match beside it, or hides it again. */
    function beside() {
        root.classList.toggle("two");
        show(step);
    }

    const acts = {
        first: () => show(first),
        back,
        on: () => onward(),
        last: () => show(last),
        play,
        pass: () => next("pass"),
        mistake: () => next("mistake"),
        fault: () => next("fault"),
        beside,
        copy,
    };
    /* With Shift, the keys with a second name go by rounds. */
    const keys = {
        " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "pass", m: "mistake", f: "fault",
    };
    const roundKeys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

    function act(name) {
        if (name !== "play")
            pause();
        acts[name]();
    }

    function leave() {
        ended.abort();
        clearTimeout(timer);
        return { isBeside: root.classList.contains("two"), step, isNewest: step === last, isPlaying: timer !== null, view: view.value, speed: speed.value };
    }

    controls.hidden = false;
    root.classList.add("stepped");
    const strip = rounds[round]?.parentElement; /* on a phone it scrolls */
    if (strip)
        strip.scrollLeft += rounds[round].getBoundingClientRect().left - strip.getBoundingClientRect().left - strip.clientWidth / 2;
    controls.addEventListener("click", (event) => {
        const button = event.target.closest("[data-act]");
        if (button)
            act(button.dataset.act);
    });
    for (const link of canTurn ? [...jumps, ...rounds, ...all(".outcome a")] : [])
        link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
                return;
            event.preventDefault();
            open(link, startOf(link));
        });
    scrub.addEventListener("input", () => { pause(); show(Number(scrub.value)); });
    view.addEventListener("change", () => show(step));
    speed.addEventListener("change", () => showAddress());
    addEventListener("keydown", (event) => {
        const isTyping = event.target.closest("select, input:not([type=range]), textarea");
        const presses = event.key === " " && event.target.closest("button, a, summary");
        const name = event.shiftKey ? roundKeys[event.key] : keys[event.key];
        if (!name || isTyping || presses || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        if (event.shiftKey)
            jump(name);
        else
            act(name);
    }, { signal: ended.signal });
    root.addEventListener("click", (event) => {
        const row = event.target.closest("tr[id]");
        if (row) {
            pause();
            show(Number(row.id));
        }
    });

    /* Shows the step in the address. The browser itself would scroll to the row with this id, far below
     * the tiles. A step of another round is on another page. */
    function fromAddress() {
        const address = readAddress();
        view.value = address.seat ?? "";
        speed.value = address.speed ?? "1";
        root.classList.toggle("two", address.isBeside);
        if (view.selectedIndex < 0)
            view.value = "";
        if (speed.selectedIndex < 0)
            speed.value = "1";
        const other = rounds.findLastIndex((link) => Number(link.dataset.from) <= address.step);
        if (other >= 0 && other !== round)
            return open(rounds[other], address.step, address.plays);
        if (isUnderWay && !address.step && round < rounds.length - 1)
            return open(rounds.at(-1), "");
        show(address.step || (isUnderWay ? last : opening), !address.plays);
        if (address.step)
            scrollTo(0, root.getBoundingClientRect().top + scrollY - controls.offsetHeight - GAP_PIXELS);
        if (address.plays && timer === null)
            play();
    }
    addEventListener("hashchange", fromAddress, { signal: ended.signal });
    addEventListener("load", fromAddress, { signal: ended.signal });
    if (before) {
        view.value = before.view;
        speed.value = before.speed;
        root.classList.toggle("two", before.isBeside);
        show(before.isNewest ? last : before.step || opening, before.isNewest);
        if (before.isNewest && before.step >= first) /* somebody has moved in the round that is watched */
            slideAfter(before.step);
        if (before.isPlaying && !before.isNewest)
            play();
        else if (before.isNewest && rounds[round + 1])
            open(rounds.at(-1), "");
    } else {
        fromAddress();
    }
    return { leave };
}

/* ---- start ---------------------------------------------------------------------------- */

prepare(document);
document.querySelector(":target")?.closest("details")?.setAttribute("open", "");
const shownMatch = document.getElementById("replay");
let viewer = shownMatch && replay(shownMatch);
if (document.body.dataset.events)
    follow(document.body.dataset.events);
