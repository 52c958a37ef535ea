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
    const value = cell ? cell.dataset.v : undefined;
    return value === undefined ? (cell ? cell.textContent.trim() : "") : Number(value);
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
function addFilter(box, what, items) {
    const input = element("input", { type: "search", className: "filter", placeholder: "Filter" });
    input.setAttribute("aria-label", `Filter the ${what} below`);
    input.addEventListener("input", () => filterItems(items, input.value));
    box.before(element("p", { className: "filter-box" }, input));
}

function makeFilter(table) {
    if (table.tBodies[0].rows.length >= 2)
        addFilter(table.closest(".wide") || table, "table", table.tBodies[0].rows);
}

const LINKS_MANY = 12;

function makeChooser(nav) {
    const links = all("a", nav);
    if (links.length > LINKS_MANY)
        addFilter(nav, nav.getAttribute("aria-label").toLowerCase(), links);
}

function prepare(root) {
    all("table.filter", root).forEach(makeFilter);
    all(".choose nav", root).forEach(makeChooser);
    all("table.sort", root).forEach(makeSortable);
    all("figure.history", root).forEach(drawHistory);
}

/* ---- the history of ratings ------------------------------------------------------- */

/* Replaces the drawing by a chart of uPlot, which can be zoomed and shows the numbers. */
function drawHistory(figure) {
    const svg = figure.querySelector("svg");
    if (!window.uPlot || !svg)
        return;
    const { sets, bots } = JSON.parse(figure.querySelector("script").textContent);
    const names = all(".legend span", figure);
    const ink = getComputedStyle(document.body).color;
    const series = [{ label: "sets" }];
    const bands = [];
    bots.forEach((bot, i) => {
        const color = getComputedStyle(names[i]).getPropertyValue("--line-color").trim();
        const at = series.length;
        series.push({ label: names[i].textContent, stroke: color, width: 2, value: (u, v) => v === null ? "" : v.toFixed(0) },
            { stroke: "transparent", points: { show: false } }, { stroke: "transparent", points: { show: false } });
        bands.push({ series: [at + 2, at + 1], fill: color + "26" });
    });
    const axis = { stroke: ink, grid: { stroke: ink, width: 0.15 }, ticks: { show: false } };
    const size = () => ({ width: figure.clientWidth, height: Math.min(320, Math.max(220, figure.clientWidth / 2.5)) });
    const options = {
        ...size(), series, bands,
        scales: { x: { time: false } },
        axes: [{ ...axis, values: (u, marks) => marks.map((mark) => mark + "") }, axis],
        legend: { show: false },
        hooks: {
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
    svg.classList.add("behind");
    const watch = new ResizeObserver(() => box.isConnected ? plot.setSize(size()) : watch.disconnect());
    watch.observe(figure);
}

/* ---- live ------------------------------------------------------------------------ */

/* Returns what the reader has done to the page: sorting, filters, open parts, scrolling and focus.
 * restore() does it again to a newer version of the page. */
function stateOf(root) {
    return {
        sorted: all("table.sort", root).map((table) => {
            const th = table.querySelector("th[aria-sort]");
            return th ? [th.cellIndex, th.getAttribute("aria-sort")] : null;
        }),
        filters: all("input.filter", root).map((input) => input.value),
        open: all("details", root).map((details) => details.open),
        scrolled: all(".wide", root).map((box) => box.scrollLeft),
        focus: all("input, button, a, summary", root).indexOf(document.activeElement),
    };
}

function restore(root, state) {
    all("table.sort", root).forEach((table, i) => {
        if (state.sorted[i])
            sortBy(table, ...state.sorted[i]);
    });
    all("input.filter", root).forEach((input, i) => {
        input.value = state.filters[i] || "";
        input.dispatchEvent(new Event("input"));
    });
    all("details", root).forEach((details, i) => {
        if (i < state.open.length)
            details.open = state.open[i];
    });
    all(".wide", root).forEach((box, i) => { box.scrollLeft = state.scrolled[i] || 0; });
    if (state.focus >= 0) {
        const target = all("input, button, a, summary", root)[state.focus];
        if (target)
            target.focus({ preventScroll: true });
    }
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
    return page.body.dataset.events !== undefined &&
        all("#replay tr[id]", page).length === all("#replay tr[id]", document).length;
}

/* Fetches this page again and replaces its content, unless it does not exist any more. */
async function refresh() {
    const page = await fetchPage(location.pathname + location.search);
    if (page === null || (viewer && hasSameSteps(page)))
        return;
    const main = document.querySelector("main");
    const state = stateOf(main);
    const watched = viewer?.leave();
    main.replaceChildren(...page.querySelector("main").childNodes);
    document.querySelector("footer").replaceWith(page.querySelector("footer"));
    prepare(main);
    restore(main, state);
    if (watched)
        viewer = replay(document.getElementById("replay"), watched);
}

/* Fetches what has changed in matches under way: a list of them, or the match that is shown. */
async function refreshNow() {
    if (viewer)
        return refresh();
    for (const list of all("[data-tables]", document)) {
        const page = await fetchPage(list.dataset.tables);
        const now = page?.querySelector("[data-tables]");
        if (!now)
            continue;
        const focus = all("a", list).indexOf(document.activeElement);
        list.replaceChildren(...now.childNodes);
        all("a", list)[focus]?.focus({ preventScroll: true });
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

function follow(path) {
    const live = document.getElementById("live");
    const events = new EventSource(path);
    let shown = null; /* the version of the site, and the number of changes of the matches under way */
    let newest = null;
    let isBusy = false;
    let hasFailed = false;

    function say() {
        const isOff = hasFailed || events.readyState !== EventSource.OPEN;
        const text = isOff ? "no connection" : "live";
        live.hidden = false;
        live.classList.toggle("off", isOff);
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
        newest = { site: event.lastEventId, now: data.now };
        shown ??= newest;
        catchUp();
    });
    addEventListener("pagehide", () => events.close());
}

/* ---- replay ------------------------------------------------------------------------- */

/* Returns an object whose leave() ends the replay. It returns what was shown: given to the replay of a newer
 * version of the page, the same is shown there, or the newest step if it was the newest before. */
function replay(root, before) {
    const ended = new AbortController();
    const isUnderWay = document.body.dataset.events !== undefined;
    const controls = document.getElementById("controls");
    const scrub = document.getElementById("scrub");
    const view = document.getElementById("view");
    const say = document.getElementById("say");
    const steps = all("tr[id]", root);
    const parts = all("[data-a]", root);
    const count = steps.length;
    let step = 0;
    let timer = null;

    const seatOf = (row) => row.cells[1].textContent.split(" ")[0];
    const duration = (us) => us < 1e6 ? (us / 1e3).toFixed(us < 1e4 ? 1 : 0) + " ms" : (us / 1e6).toFixed(1) + " s";

    /* Marks the tile that was laid last. */
    function markNewest(round) {
        const laid = all(".cloth [data-a]", round).filter((tile) => Number(tile.dataset.a) <= step);
        const newest = laid.reduce((last, tile) => !last || Number(tile.dataset.a) > Number(last.dataset.a) ? tile : last, null);
        for (const tile of all(".cloth .newest", root))
            tile.classList.remove("newest");
        newest?.classList.add("newest");
    }

    /* Returns a step in words: "Step 25: greedy, seat 0, plays 5-3 at the right end, 1 of 4 choices." */
    function sentence(row) {
        const [, seat, name] = row.cells[1].textContent.match(/^(\d+) (.*)$/) || [];
        const choices = Number(row.cells[5].innerText);
        const who = seat === undefined ? "" : `${name}, seat ${seat}, `;
        return `Step ${row.id}: ${who}${row.cells[2].innerText}${choices > 1 ? `, 1 of ${choices} choices` : ""}.`
            .replace(/\.\.$/, ".");
    }

    function showClocks(row) {
        const used = {};
        for (const other of steps.slice(0, step))
            used[seatOf(other)] = (used[seatOf(other)] || 0) + Number(other.dataset.us || 0);
        const turn = seatOf(row);
        for (const hand of all(".hand", row.closest("section"))) {
            hand.querySelector(".clock").textContent = duration(used[hand.dataset.seat] || 0);
            hand.classList.toggle("turn", hand.dataset.seat === turn);
        }
    }

    function show(number, isQuiet) {
        step = Math.min(Math.max(number, 1), count);
        for (const part of parts)
            part.classList.toggle("off", step < part.dataset.a || step >= (part.dataset.z || Infinity));
        const row = steps[step - 1];
        for (const other of steps)
            other.removeAttribute("aria-current");
        row.setAttribute("aria-current", "step");
        markNewest(row.closest("section"));
        const box = row.closest(".wide");
        box.scrollTop = row.offsetTop - box.clientHeight / 2;
        /* At the end of a round all hands are shown, whichever view is selected. */
        root.dataset.view = row.dataset.kind === "end" ? "" : view.value;
        say.textContent = sentence(row);
        showClocks(row);
        scrub.value = step;
        scrub.setAttribute("aria-valuetext", say.textContent);
        if (!isQuiet)
            history.replaceState(null, "", "#" + step);
    }

    function pause() {
        clearInterval(timer);
        timer = null;
        controls.querySelector("[data-act=play]").textContent = "Play";
    }

    function play() {
        if (timer !== null)
            return pause();
        if (step === count)
            show(1);
        timer = setInterval(() => step < count ? show(step + 1) : pause(), 700);
        controls.querySelector("[data-act=play]").textContent = "Pause";
    }

    function next(kind) {
        const row = steps.find((other, i) => i >= step && other.dataset.kind === kind);
        if (row)
            show(Number(row.id));
        else
            say.textContent = "No " + kind + " after this step.";
    }

    async function copy() {
        const record = JSON.parse(document.getElementById("record").textContent);
        const text = JSON.stringify(record);
        try {
            await navigator.clipboard.writeText(text);
            say.textContent = "Copied.";
        } catch (error) {
            const area = element("textarea", { value: text });
            document.body.append(area);
            area.select();
            say.textContent = document.execCommand("copy") ? "Copied." : "The browser does not allow copying.";
            area.remove();
        }
    }

    const acts = {
        first: () => show(1),
        back: () => show(step - 1),
        on: () => show(step + 1),
        last: () => show(count),
        play,
        pass: () => next("pass"),
        fault: () => next("fault"),
        copy,
    };
    const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "pass", f: "fault" };

    function act(name) {
        if (name !== "play")
            pause();
        acts[name]();
    }

    function leave() {
        ended.abort();
        clearInterval(timer);
        return { step, isNewest: step === count, isPlaying: timer !== null, view: view.value };
    }

    controls.hidden = false;
    root.classList.add("stepped");
    controls.addEventListener("click", (event) => {
        const button = event.target.closest("[data-act]");
        if (button)
            act(button.dataset.act);
    });
    scrub.addEventListener("input", () => { pause(); show(Number(scrub.value)); });
    view.addEventListener("change", () => show(step));
    addEventListener("keydown", (event) => {
        const isTyping = event.target.closest("select, input:not([type=range]), textarea");
        const presses = event.key === " " && event.target.closest("button, a, summary");
        const name = keys[event.key];
        if (!name || isTyping || presses || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        act(name);
    }, { signal: ended.signal });
    root.addEventListener("click", (event) => {
        const row = event.target.closest("tr[id]");
        if (row) {
            event.preventDefault();
            pause();
            show(Number(row.id));
        }
    });
    /* Shows the step in the address. The browser itself would scroll to the row with this id, far below
     * the tiles. */
    function fromAddress() {
        const number = Number(location.hash.slice(1));
        show(number || (isUnderWay ? count : 1), true);
        if (number)
            scrollTo(0, root.getBoundingClientRect().top + scrollY - controls.offsetHeight);
    }
    addEventListener("hashchange", fromAddress, { signal: ended.signal });
    addEventListener("load", fromAddress, { signal: ended.signal });
    if (before) {
        view.value = before.view;
        show(before.isNewest ? count : before.step, true);
        if (before.isPlaying)
            play();
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
