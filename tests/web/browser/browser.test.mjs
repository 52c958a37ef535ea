/* The pages in Debian's chromium: every kind of page, in light and dark, wide and narrow, used by mouse
 * and by keys. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { HtmlValidate } from "html-validate";
import { chromium } from "playwright-core";

const build = process.env.DOM_BUILD;
const program = path.join(build, "bin", "domino-arena");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const NAMES = ["<b>/../\"x", "--><script>alert(1)</script>", "<img/src=x/onerror=alert(3)>", "plain"];
const WAIT = 60000; /* a limit for a test that hangs; no test measures time with it */

let home, site, server, url, browser;

function arena(...args) {
    return execFileSync(program, [...args, "--home", home], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function makePlayed(file, name, state, sets, ...bots) {
    execFileSync(path.join(build, "tests", "web", "make_played"), [file, name, state, String(sets), ...bots]);
}

/* Starts a server and returns its process and its address. */
async function serve(folder) {
    const process = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--home", folder]);
    const line = await new Promise((resolve) => process.stdout.once("data", (data) => resolve(String(data))));
    return { process, url: line.match(/http:\S+/)[0] };
}

async function stop({ process }) {
    const ended = new Promise((resolve) => process.once("exit", resolve));
    process.kill("SIGTERM");
    assert.equal(await ended, 0);
}

/* Opens a page. close() fails the test if the page had an error, a warning or a failed request. */
async function open(where, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.troubles = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.troubles.push(message.text()));
    page.on("pageerror", (error) => page.troubles.push(String(error)));
    /* Requests that are running when a page is left end with ERR_ABORTED. */
    page.on("requestfailed", (request) => request.failure().errorText === "net::ERR_ABORTED" ||
        page.troubles.push(`failed: ${request.url()} ${request.failure().errorText}`));
    page.on("dialog", (dialog) => { page.troubles.push("dialog: " + dialog.message()); dialog.dismiss(); });
    await page.goto(where);
    return page;
}

async function close(page) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
}

/* Returns the paths of all pages of the report. */
function allPages(folder = site, below = "") {
    return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
        const name = path.posix.join(below, entry.name);
        return entry.isDirectory() ? allPages(folder, name) : name.endsWith(".html") ? [name] : [];
    });
}

/* Returns the path of a match whose page passes the test. */
function someMatch(test) {
    return allPages().find((name) => name.startsWith("match/") && test(readFileSync(path.join(site, name), "utf8")));
}

/* Returns one page of each kind, and a match of each variant. */
function kinds() {
    return ["index.html", "tournaments.html", "submit.html", "leaderboard/draw-3.html", "crosstable/draw-3.html", "bot/plain.html",
        "tournament/made.html", "matches/made/1.html", "matches/made/2.html",
        allPages().find((name) => name.startsWith("versus/")), matchOf("block-2"), matchOf("draw-3"), matchOf("homo-homini-lupus")];
}

function matchOf(variant) {
    return someMatch((text) => text.includes(`leaderboard/${variant}.html`));
}

before(async () => {
    home = mkdtempSync(path.join(tmpdir(), "arena-web."));
    site = path.join(home, "site");
    makePlayed(path.join(home, "arena.db"), "made", "finished", 20, ...NAMES);
    arena("report", "-o", site);
    server = await serve(home);
    url = server.url;
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    const page = await open("about:blank");
    for (let status = 0; status !== 200;)
        status = (await page.request.get(url + "leaderboard/draw-3.html")).status();
    for (let text = "being read"; text.includes("being read");)
        text = await (await page.request.get(url + "index.html")).text();
    await close(page);
});

after(async () => {
    await browser?.close();
    if (server)
        await stop(server);
    if (home)
        rmSync(home, { recursive: true, force: true });
});

/* ---- every page ---------------------------------------------------------------- */

const validator = new HtmlValidate({
    extends: ["html-validate:standard"],
    rules: {
        "no-trailing-whitespace": "off", "long-title": "off", "require-sri": "off", "doctype-style": "off",
        "no-inline-style": "error", "void-style": "off", "valid-id": ["error", { relaxed: true }],
        "no-raw-characters": "off", "prefer-native-element": "off", "no-redundant-for": "off",
    },
});

async function assertValid(name, text) {
    const report = await validator.validateString(text);
    const messages = report.results.flatMap((result) => result.messages);
    assert.deepEqual([...new Set(messages.map((m) => `${name}: ${m.ruleId}: ${m.message}`))].slice(0, 10), []);
}

test("the HTML of every page is valid", async () => {
    for (const name of [...kinds(), ...allPages().filter((each) => each.startsWith("bot/"))])
        await assertValid(name, readFileSync(path.join(site, name), "utf8"));
    const filtered = "matches/made/1.html?bot=plain&seat=0&end=fault"; /* only a server has filters */
    await assertValid(filtered, await (await fetch(url + filtered)).text());
});

/* Opens a page and checks that it fits the window, has the colours of the scheme, and passes axe. */
async function assertUsable(address, scheme, width) {
    const page = await open(address, { colorScheme: scheme, viewport: { width, height: 844 }, bypassCSP: true });
    const [scroll, client] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(scroll <= client, `${address} is ${scroll} wide`);
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(dark === "rgb(20, 24, 23)", scheme === "dark");
    await page.addScriptTag({ path: axe });
    const found = await page.evaluate(async () => (await axe.run()).violations
        .filter((violation) => ["serious", "critical"].includes(violation.impact))
        .map((violation) => violation.id + ": " + violation.nodes[0].html.slice(0, 200)));
    assert.deepEqual(found, [], address);
    await close(page);
}

for (const [scheme, width] of [["light", 1280], ["dark", 390]])
    test(`every kind of page in ${scheme} at ${width} fits the window and passes axe`, async () => {
        for (const name of [...kinds(), "matches/made/1.html?bot=plain&seat=0&end=fault"])
            await assertUsable(url + name, scheme, width);
    });

test("every page works from a file", async () => {
    const page = await open("file://" + path.join(site, "index.html"));
    for (const name of allPages().filter((n) => !n.startsWith("match/")).concat(kinds())) {
        await page.goto("file://" + path.join(site, name));
        assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector("main")).maxWidth), "none", name);
    }
    await page.goto("file://" + path.join(site, "leaderboard/draw-3.html"));
    assert.equal(await page.locator("figure.history canvas").count(), 1);
    await close(page);
});

test("without JavaScript everything can be read", async () => {
    const page = await open(url + matchOf("block-2"), { javaScriptEnabled: false });
    assert.ok(await page.locator("section.round").count() > 1);
    assert.equal(await page.locator("section.round:visible").count(), await page.locator("section.round").count());
    assert.equal(await page.locator("#controls").isVisible(), false);
    await page.goto(url + "leaderboard/draw-3.html");
    assert.ok(await page.locator("figure.history svg:visible").count() === 1);
    await close(page);
});

test("names with markup are shown as text", async () => {
    const page = await open(url + "index.html");
    const shown = await page.locator("#all tbody th").allTextContents();
    assert.deepEqual(shown.sort(), [...NAMES].sort());
    await page.getByRole("link", { name: NAMES[1], exact: true }).first().click();
    assert.equal(await page.locator("h1").textContent(), NAMES[1]);
    await close(page);
});

/* ---- tables ----------------------------------------------------------------------- */

test("tables can be sorted by keys and filtered", async () => {
    const page = await open(url + "leaderboard/draw-3.html");
    const column = (n) => page.locator(`#list tbody tr:visible td:nth-child(${n})`).evaluateAll(
        (cells) => cells.map((cell) => Number(cell.dataset.v)));
    const button = page.locator("#list th button", { hasText: "Elo" });
    await button.focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await column(3), (await column(3)).toSorted((a, b) => b - a));
    assert.equal(await page.locator("th[aria-sort=descending]").textContent(), "Elo");
    await page.keyboard.press("Enter");
    assert.deepEqual(await column(3), (await column(3)).toSorted((a, b) => a - b));
    await page.getByRole("searchbox").fill("PLAIN");
    assert.equal(await page.locator("#list tbody tr:visible").count(), 1);
    await close(page);
});

test("a cell of the cross table leads to the two bots, and from there to a match", async () => {
    const page = await open(url + "crosstable/block-2.html");
    await page.locator(".heat tbody td a").first().click();
    assert.match(await page.locator("h1").textContent(), / against /);
    await page.locator("tbody tr").first().locator("td:last-child a").first().click();
    assert.match(await page.locator("h1").textContent(), /made, match \d+/);
    await close(page);
});

test("matches are filtered by links, without JavaScript too, and pages keep the filter", async () => {
    for (const javaScriptEnabled of [true, false]) {
        const page = await open(url + "matches/made/1.html", { javaScriptEnabled });
        await page.getByRole("navigation", { name: "Bots" }).getByRole("link", { name: "plain" }).click();
        await page.getByRole("navigation", { name: "Seats" }).getByRole("link", { name: "1", exact: true }).click();
        await page.getByRole("navigation", { name: "Ends" }).getByRole("link", { name: "crash" }).click();
        assert.equal(new URL(page.url()).search, "?bot=plain&seat=1&end=crash");
        const rows = page.locator("main tbody tr");
        assert.ok(await rows.count() > 0);
        for (const row of await rows.all()) {
            assert.equal(await row.locator("td:nth-child(3) a").nth(1).textContent(), "plain");
            assert.match(await row.locator("td:nth-child(4)").textContent(), /^crash, seat /);
        }
        await page.getByRole("link", { name: "Show all matches" }).click();
        await page.getByRole("navigation", { name: "Ends" }).getByRole("link", { name: "the rules" }).click();
        await page.getByRole("navigation", { name: "Pages of matches", exact: true }).getByRole("link", { name: "Next" }).click();
        assert.match(page.url(), /matches\/made\/2\.html\?end=rules$/);
        await close(page);
    }
});

/* ---- replay ------------------------------------------------------------------------ */

describe("a replay", () => {
    const current = (page) => page.locator("tr[aria-current]").getAttribute("id").then(Number);
    const laid = (page) => page.locator("section.round:visible .cloth use:not(.off)").count();

    test("steps by keys and shows the tiles on the table", async () => {
        const page = await open(url + matchOf("block-2"));
        assert.equal(await current(page), 1);
        assert.equal(await laid(page), 0);
        await page.keyboard.press("ArrowRight");
        assert.equal(await current(page), 2);
        assert.equal(await laid(page), 1);
        await page.keyboard.press("End");
        assert.equal(await current(page), await page.locator("tr[id]").count());
        assert.equal(new URL(page.url()).hash, "#" + await current(page));
        await page.keyboard.press("Home");
        await page.keyboard.press("p");
        assert.equal(await page.locator("tr[aria-current]").getAttribute("data-kind"), "pass");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press(" ");
        const from = await current(page);
        await page.waitForFunction((step) => document.querySelector("tr[aria-current]").id > step, from, { timeout: WAIT });
        await page.keyboard.press(" ");
        assert.equal(await page.locator("[data-act=play]").textContent(), "Play");
        await close(page);
    });

    test("says each step in words and why a seat passed", async () => {
        const page = await open(url + matchOf("block-2"), { viewport: { width: 1440, height: 900 } });
        const said = () => page.locator("#say").textContent();
        await page.keyboard.press("ArrowRight");
        assert.match(await said(), /^Step 2: .+, seat \d, leads \d-\d, 1 of 7 choices\.$/);
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.locator(".cloth .newest").count(), 1);
        await page.keyboard.press("p");
        const ends = [...new Set((await page.locator("tr[aria-current] td:nth-child(4)").textContent()).split(" "))];
        assert.match(await said(), new RegExp(`^Step \\d+: .+, seat \\d, passes: nothing fits ${ends.join(" or ")}\\.$`));
        const cloth = await page.locator(".cloth:visible").boundingBox();
        const moves = await page.locator("section:visible > .wide").boundingBox();
        assert.ok(moves.x >= cloth.x + cloth.width, "the moves are beside the table");
        await close(page);
    });

    test("goes to the next fault", async () => {
        const name = someMatch((text) => text.includes("ended by a fault"));
        const page = await open(url + name);
        await page.keyboard.press("f");
        assert.equal(await page.locator("tr[aria-current]").getAttribute("data-kind"), "fault");
        await close(page);
    });

    test("opens at the step in its address and follows changes of the address", async () => {
        const page = await open(url + matchOf("block-2") + "#12", { viewport: { width: 390, height: 844 } });
        assert.equal(await current(page), 12);
        const bottom = (selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().bottom);
        const top = () => page.locator(".cloth:visible").evaluate((e) => e.getBoundingClientRect().top);
        assert.ok(await top() >= await bottom("#controls") && await top() < 844, "the table is in sight");
        await page.evaluate(() => { location.hash = "#5"; });
        await page.waitForFunction(() => document.querySelector("tr[aria-current]").id === "5", null, { timeout: WAIT });
        await page.locator("#scrub").fill("7");
        assert.equal(await current(page), 7);
        await close(page);
    });

    test("hides what a seat did not see", async () => {
        const page = await open(url + matchOf("draw-3") + "#3");
        const faces = (seat) => page.locator(`section:visible .hand[data-seat="${seat}"] svg:not(.off) use:first-child:visible`).count();
        assert.ok(await faces(0) > 0 && await faces(1) > 0);
        await page.locator("#view").selectOption("0");
        assert.ok(await faces(0) > 0);
        assert.equal(await faces(1), 0);
        assert.equal(await page.locator('.moves [data-seat="1"]:visible').count(), 0);
        await page.locator("h1").click();
        const ends = page.locator("tr[data-kind=end]").first();
        await page.evaluate((id) => { location.hash = "#" + id; }, await ends.getAttribute("id"));
        await page.waitForFunction(() => document.getElementById("replay").dataset.view === "", null, { timeout: WAIT });
        assert.ok(await faces(1) + await faces(0) + await faces(2) > 0, "at the end of a round hands are open");
        await close(page);
    });

    test("has face-down doubles and arms of a spinner", async () => {
        const name = someMatch((text) => text.includes(", face down</title>"));
        const page = await open(url + name);
        assert.ok(await page.locator('.cloth use[href="#b"]').count() > 0);
        await close(page);
    });

    test("copies the match record", async () => {
        const page = await open(url + matchOf("block-2"), { permissions: ["clipboard-read", "clipboard-write"] });
        await page.locator("[data-act=copy]").click();
        await page.waitForFunction(() => document.getElementById("say").textContent === "Copied.", null, { timeout: WAIT });
        const record = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
        assert.equal(record.variant, "block-2");
        await close(page);
    });
});

/* ---- live ---------------------------------------------------------------------------- */

/* Opens a page with a false EventSource, so that the test sends its events. `answers` are functions that
 * answer its fetches, one after the other. */
async function follower(...answers) {
    const page = await open("about:blank");
    await page.addInitScript(() => {
        window.EventSource = class extends EventTarget {
            static OPEN = 1;
            readyState = 1;
            constructor() {
                super();
                window.events = this;
            }
            close() {}
        };
    });
    await page.route(url + "index.html", (route) =>
        route.request().resourceType() === "fetch" ? answers.shift()(route) : route.continue());
    await page.goto(url + "index.html");
    return page;
}

function send(page, lastEventId) {
    return page.evaluate((init) => window.events.dispatchEvent(new MessageEvent("site", init)), { lastEventId, data: "{}" });
}

test("progress is followed without fetching the page again", async () => {
    const page = await follower((route) => route.abort());
    await page.evaluate(() => {
        document.querySelector(".progress").dataset.tournament = "live";
        const data = JSON.stringify({ tournament: "live", done: 7, total: 9, progress: "7 of 9 <b>matches</b>. Running." });
        window.events.dispatchEvent(new MessageEvent("site", { lastEventId: "1", data }));
    });
    const box = page.locator(".progress").first();
    assert.equal(await box.locator("span").textContent(), "7 of 9 <b>matches</b>. Running.");
    assert.deepEqual(await box.locator("progress").evaluate((bar) => [bar.value, bar.max]), [7, 9]);
    await close(page);
});

function answerWith(route, text) {
    return route.fulfill({ contentType: "text/html", body: `<main>${text}</main><footer></footer>` });
}

test("a version that is announced during a fetch is fetched, too", async () => {
    const page = await follower(async (route) => {
        await send(page, "3");
        await answerWith(route, "older");
    }, (route) => answerWith(route, "newest"));
    await send(page, "1");
    await send(page, "2");
    await page.locator("main", { hasText: "newest" }).waitFor({ timeout: WAIT });
    await close(page);
});

test("a fetch that failed is repeated", async () => {
    const page = await follower((route) => route.abort("connectionrefused"), (route) => route.fulfill({ status: 503 }),
        (route) => answerWith(route, "newest"));
    await send(page, "1");
    await send(page, "2");
    await page.locator("#live.off").waitFor({ timeout: WAIT });
    await page.locator("main", { hasText: "newest" }).waitFor({ timeout: WAIT });
    await page.locator("#live:not(.off)", { hasText: "live" }).waitFor({ timeout: WAIT });
    page.troubles = page.troubles.filter((trouble) => !/ERR_CONNECTION_REFUSED|503/.test(trouble));
    await close(page);
});

test("pages follow a running tournament and keep the reader's sorting and filter", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "arena-live."));
    const file = path.join(folder, "t.yaml");
    const text = (sets) => `name: live\nvariants: [block-2]\nbots: [greedy, random, careful]\nsets: ${sets}\n` +
        "limits: {move_ms: 10000}\n";
    const run = () => new Promise((resolve) => spawn(program, ["run", file, "--home", folder], { stdio: "ignore" })
        .on("exit", resolve));
    writeFileSync(file, text(2));
    assert.equal(await run(), 0);
    const own = await serve(folder);
    const page = await open("about:blank");
    const leaderboard = own.url + "leaderboard/block-2.html";
    while ((await page.request.get(leaderboard)).status() !== 200);
    await page.goto(leaderboard);
    await page.getByRole("searchbox").fill("r");
    await page.locator("#list th button", { hasText: "Bot" }).click();
    await page.locator("#live:not(.off)", { hasText: "live" }).waitFor();
    const played = () => page.locator("main > p").nth(2).textContent().then((t) => parseInt(t, 10));
    const before = await played();
    writeFileSync(file, text(40));
    assert.equal(await run(), 0);
    await page.waitForFunction((n) => [...document.querySelectorAll("main > p")].some((p) => parseInt(p.textContent, 10) > n),
        before, { timeout: WAIT });
    await page.locator("main > p", { hasText: /^240 matches/ }).waitFor({ timeout: WAIT });
    assert.equal(await page.getByRole("searchbox").inputValue(), "r");
    assert.equal(await page.locator("th[aria-sort=ascending]").textContent(), "Bot");
    await stop(own);
    await page.locator("#live.off").waitFor({ timeout: WAIT });
    page.troubles = page.troubles.filter((trouble) => !/ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(trouble));
    await close(page);
    rmSync(folder, { recursive: true, force: true });
});

/* A bot that plays its first legal action after a while. */
const SLOW = `import json, sys, time
print(json.dumps({"type": "hello", "protocol": 1, "max_tables": 8, "language": "python"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] == "ask":
        time.sleep(0.5)
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0}), flush=True)
`;

/* Runs a tournament with spectators in a folder of its own until the callback has ended. */
async function watched(visit) {
    const folder = mkdtempSync(path.join(tmpdir(), "arena-watched."));
    const bots = ["anna", "bert"].map((name) => `{name: ${name}, run: [/usr/bin/python3, slow.py], transport: stdio}`);
    writeFileSync(path.join(folder, "slow.py"), SLOW);
    writeFileSync(path.join(folder, "t.yaml"), `name: cup\nvariants: [draw-2]\nbots: [${bots}]\nsets: 50\nconcurrency: 2\n` +
        "limits: {move_ms: 60000}\nspectators: true\n");
    const run = spawn(program, ["run", path.join(folder, "t.yaml"), "--home", folder], { stdio: "ignore" });
    const own = await serve(folder);
    const page = await open("about:blank");
    while (!(await (await page.request.get(own.url + "now/cup.html")).text()).includes("Watch"));
    try {
        await visit(page, own.url);
        await close(page);
    } finally {
        const ended = new Promise((resolve) => run.once("exit", resolve));
        run.kill("SIGKILL");
        await ended;
        await stop(own);
        rmSync(folder, { recursive: true, force: true });
    }
}

test("pages of what is being played are valid, fit the window and pass axe", () => watched(async (page, address) => {
    for (const name of ["index.html", "tournament/cup.html", "now/cup.html", "match/cup/1.html"]) {
        await assertValid(name, await (await page.request.get(address + name)).text());
        await assertUsable(address + name, "light", 1280);
        await assertUsable(address + name, "dark", 390);
    }
}));

test("spectators follow a match move by move, or look back meanwhile", () => watched(async (page, address) => {
    const moreThan = (count) => page.waitForFunction((n) => document.querySelectorAll("#replay tr[id]").length > n, count,
        { timeout: WAIT });
    const steps = () => page.locator("#replay tr[id]").count();
    const current = () => page.locator("tr[aria-current=step]").getAttribute("id").then(Number);
    await page.goto(address + "tournament/cup.html");
    await page.getByRole("link", { name: "Watch" }).first().click();
    await page.locator("#replay.stepped").waitFor();
    const before = await steps();
    await moreThan(before);
    assert.ok(await current() > before, "the newest step is shown");
    await page.keyboard.press("Home");
    await page.locator("#view").selectOption("1");
    const then = await steps();
    await moreThan(then);
    assert.equal(await current(), 1, "who looks back is left there");
    assert.equal(await page.locator("#view").inputValue(), "1");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(), 2, "one key is one step after many changes");
}));

test("the list of tables is replaced, and the rest of the page stays", () => watched(async (page, address) => {
    await page.goto(address + "tournament/cup.html");
    /* Where the whole page was replaced, it is marked anew. */
    await page.waitForFunction(() => {
        const list = document.querySelector(".now");
        const text = list?.querySelector("ul")?.textContent;
        if (list && text && list.mark === undefined)
            list.mark = text;
        return list && text && text !== list.mark;
    }, undefined, { timeout: WAIT });
}));
