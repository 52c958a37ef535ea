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
/* Together with the four names, as many as the largest table has seats. */
const MORE = ["fifth", "sixth", "a-name-of-32-letters-and-more-aaa", "eighth"];
const NAMES = ["<b>/../\"x", "--><script>alert(1)</script>", "<img/src=x/onerror=alert(3)>", "plain"];
const WAIT = 60000; /* a limit for a test that hangs; no test measures time with it */

let home, site, server, url, browser;
const running = new Set(); /* processes of servers; what a failed test leaves here is killed at the end */

function arena(...args) {
    return execFileSync(program, [...args, "--home", home], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function makePlayed(file, name, state, sets, ...bots) {
    execFileSync(path.join(build, "tests", "web", "make_played"), [file, name, state, String(sets), ...bots]);
}

/* Starts a server and returns its process and its address. */
async function serve(folder) {
    const process = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--home", folder]);
    running.add(process);
    const line = await new Promise((resolve) => process.stdout.once("data", (data) => resolve(String(data))));
    return { process, url: line.match(/http:\S+/)[0] };
}

/* Tries again and again until it is true. */
async function until(isTrue, what) {
    for (const end = Date.now() + WAIT; !(await isTrue());)
        assert.ok(Date.now() < end, what);
}

function isServed(page, address) {
    return until(async () => (await page.request.get(address)).status() === 200, address);
}

/* Waits until a server has read its database to the end. Later it changes no page, unless a match is played. */
async function isRead(page, address) {
    await isServed(page, address + "index.html");
    await until(async () => !(await (await page.request.get(address + "index.html")).text()).includes("being read"), "all is read");
}

async function stop({ process }) {
    running.delete(process);
    const ended = new Promise((resolve) => process.once("exit", resolve));
    process.kill("SIGTERM");
    assert.equal(await ended, 0);
}

/* Opens a page. close() fails the test if the page had an error, a warning or a failed request. */
async function open(where, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(WAIT);
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
        allPages().find((name) => name.startsWith("versus/")), matchOf("block-2"), matchOf("draw-3"), matchOf("homo-homini-lupus"),
        matchOf("block-2").replace(".html", "/2.html")];
}

function matchOf(variant) {
    return someMatch((text) => text.includes(`leaderboard/${variant}.html`) && text.includes(", round 1</h1>"));
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
    await isServed(page, url + "leaderboard/draw-3.html");
    await isRead(page, url);
    await close(page);
});

after(async () => {
    await browser?.close();
    if (server)
        await stop(server);
    for (const process of running)
        process.kill("SIGKILL");
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
    assert.equal(await page.locator("#controls").isVisible(), false);
    assert.ok(await page.locator(".set li:visible").count() > 5);
    const tiles = await page.locator(".cloth .at-wide use:visible").count();
    assert.ok(tiles > 3);
    assert.equal(await page.locator(".cloth text:visible").count(), 0);
    await page.getByRole("link", { name: "Next round" }).click();
    assert.match(await page.locator("h1").textContent(), /, round 2$/);
    assert.equal(await page.locator("tr[id]:visible").count(), await page.locator("tr[id]").count());
    await page.setViewportSize({ width: 390, height: 844 });
    /* The browser lays the page out anew some time after the call. */
    await until(async () => await page.locator(".cloth .at-wide use:visible").count() === 0, "the wide board is hidden");
    assert.ok(await page.locator(".cloth .at-narrow use:visible").count() > 3);
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

test("the head of a list and the names stay in view", async () => {
    const page = await open(url + "leaderboard/draw-3.html", { viewport: { width: 390, height: 300 } });
    const box = page.locator(".wide", { has: page.locator("#list") });
    await box.evaluate((wide) => { wide.style.maxHeight = "120px"; wide.scrollTo(200, 60); });
    const place = (selector) => page.locator(selector).first().boundingBox();
    const [outer, head, name] = [await box.boundingBox(), await place("#list thead th"), await place("#list tbody th")];
    assert.ok(await box.evaluate((wide) => wide.scrollTop > 0 && wide.scrollLeft > 0));
    assert.ok(Math.abs(head.y - outer.y) <= 1);
    assert.ok(Math.abs(name.x - outer.x) <= 1);
    await close(page);
});

test("a list at 1440 has all its columns in view, and elsewhere its edge says that there are more", async () => {
    for (const width of [1440, 390]) {
        const page = await open(url + "leaderboard/draw-3.html", { viewport: { width, height: 900 } });
        const [inner, outer] = await page.locator("#list").evaluate((e) => [e.offsetWidth, e.parentElement.clientWidth]);
        assert.equal(inner <= outer, width === 1440, `${inner} of ${outer}`);
        await close(page);
    }
});

test("a band is drawn where one points at the name of a bot", async () => {
    const page = await open(url + "leaderboard/draw-3.html");
    const drawn = () => page.locator("figure.history canvas").evaluate((canvas) => canvas.toDataURL());
    const before = await drawn();
    await page.locator(".legend span").first().hover();
    await page.waitForFunction((old) => document.querySelector("figure.history canvas").toDataURL() !== old, before, { timeout: WAIT });
    await page.mouse.move(0, 0);
    await page.waitForFunction((old) => document.querySelector("figure.history canvas").toDataURL() === old, before, { timeout: WAIT });
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
    const laid = (page) => page.locator(".cloth .at-wide use:not(.off)").count();
    const ends = (page) => page.locator(".cloth .at-wide text:visible").allTextContents();
    const at = (page, step) => page.waitForFunction((id) => document.querySelector("tr[aria-current]")?.id === String(id), step,
        { timeout: WAIT });
    const ids = (page) => page.locator("tr[id]").evaluateAll((rows) => rows.map((row) => Number(row.id)));

    test("steps by keys and shows the tiles on the table", async () => {
        const page = await open(url + matchOf("block-2"));
        assert.equal(await current(page), 1);
        assert.equal(await laid(page), 0);
        await page.keyboard.press("ArrowRight");
        assert.equal(await current(page), 2);
        assert.equal(await laid(page), 1);
        await page.keyboard.press("End");
        assert.equal(await current(page), (await ids(page)).at(-1));
        assert.equal(new URL(page.url()).hash, "#" + await current(page));
        await page.keyboard.press("Home");
        await page.keyboard.press("p");
        assert.equal(await page.locator("tr[aria-current]").getAttribute("data-kind"), "pass");
        await page.keyboard.press("ArrowLeft");
        await page.locator("#speed").selectOption("4");
        await page.locator("h1").click();
        await page.keyboard.press(" ");
        const from = await current(page);
        assert.equal(await page.locator("#controls.playing").count(), 1);
        await page.waitForFunction((step) => document.querySelector("tr[aria-current]").id > step, from, { timeout: WAIT });
        await page.keyboard.press(" ");
        assert.equal(await page.locator("#controls.playing").count(), 0);
        await close(page);
    });

    test("goes from round to round by keys, by buttons and by playing on", async () => {
        const page = await open(url + matchOf("block-2"));
        const round = () => page.locator(".rounds [aria-current]").textContent().then(Number);
        const last = await page.locator(".rounds a[data-from]").count();
        const end = (await ids(page)).at(-1);
        await page.locator("#view").selectOption("1");
        await page.locator("h1").click();
        await page.keyboard.press("Shift+ArrowRight");
        await at(page, end + 1);
        assert.equal(await round(), 2);
        assert.equal(await page.locator("#view").inputValue(), "1", "the view stays");
        await page.keyboard.press("ArrowLeft");
        await at(page, end);
        assert.equal(await round(), 1);
        await page.keyboard.press("Shift+End");
        await page.waitForFunction((n) => document.querySelector(".rounds [aria-current]")?.textContent === String(n), last,
            { timeout: WAIT });
        await page.getByRole("link", { name: "First round" }).click();
        await at(page, 1);
        await page.locator("#speed").selectOption("4");
        await page.locator("#scrub").fill(String(end));
        await page.locator("[data-act=play]").click();
        await page.waitForFunction((step) => Number(document.querySelector("tr[aria-current]")?.id) > step + 1, end, { timeout: WAIT });
        assert.equal(await round(), 2, "it plays on in the next round");
        assert.equal(await page.locator("#speed").inputValue(), "4");
        await close(page);
    });

    test("an address with a step of another round opens that round", async () => {
        const page = await open(url + matchOf("block-2"));
        const end = (await ids(page)).at(-1);
        await page.goto(url + matchOf("block-2") + "#" + (end + 3) + "&seat=1");
        await at(page, end + 3);
        assert.match(page.url(), /\/2\.html#\d+&seat=1$/);
        await close(page);
    });

    test("says each step in words and why a seat passed", async () => {
        const page = await open(url + matchOf("block-2"), { viewport: { width: 1440, height: 900 } });
        const said = () => page.locator("#say").textContent();
        await page.keyboard.press("ArrowRight");
        assert.match(await said(), /^Step 2: .+, seat \d, leads \d-\d, 1 of 7 choices\.$/);
        assert.match(await page.locator("#clock").textContent(), /^[\d.]+ (us|ms|s), bank [\d.]+ (us|ms|s)$/);
        while (!/plays/.test(await said()))
            await page.keyboard.press("ArrowRight");
        assert.match(await said(), /^Step \d+: .+, seat \d, plays \d-\d at the (left|right) end, (1 of \d choices|forced)\.$/);
        assert.equal(await page.locator(".cloth .at-wide .newest").count(), 1);
        await page.keyboard.press("p");
        const open_ends = [...new Set((await page.locator("tr[aria-current] td:nth-child(4)").textContent()).split(" "))];
        assert.match(await said(), new RegExp(`^Step \\d+: .+, seat \\d, passes: nothing fits ${open_ends.join(" or ")}\\.$`));
        const cloth = await page.locator(".cloth").boundingBox();
        const moves = await page.locator("#replay > .wide").boundingBox();
        assert.ok(moves.x >= cloth.x + cloth.width, "the moves are beside the table");
        await close(page);
    });

    test("labels the open ends and raises the tiles that a seat could choose", async () => {
        const page = await open(url + matchOf("block-2"));
        assert.deepEqual(await ends(page), []);
        for (const id of (await ids(page)).slice(1)) {
            await page.keyboard.press("ArrowRight");
            const row = page.locator("tr[aria-current]");
            assert.deepEqual((await ends(page)).sort(), (await row.locator("td:nth-child(4)").textContent()).split(" ").sort(), id);
            const legal = (await row.getAttribute("data-legal") || "").split(" ").filter(Boolean);
            const raised = await page.locator(".hand.turn .raised:visible").evaluateAll((all) => all.map((t) => t.ariaLabel));
            assert.deepEqual(raised.sort(), legal.sort());
            assert.equal(await page.locator(".raised").count(), raised.length);
            const played = (await row.locator("td:nth-child(3)").textContent()).match(/^(?:plays|leads) (\d-\d)/);
            const gone = await page.locator(".gone:visible").evaluateAll((all) => all.map((t) => t.ariaLabel));
            assert.deepEqual(gone, played ? [played[1]] : []);
        }
        await close(page);
    });

    test("goes from pass to pass through the rounds, of one seat if its hand is shown", async () => {
        for (const seat of ["", "1"]) {
            const page = await open(url + matchOf("block-2") + (seat && "#1&seat=" + seat));
            const expected = [];
            for (const link of await page.locator(".rounds a[data-from]").evaluateAll((links) => links.map((each) => each.pathname))) {
                const text = await (await page.request.get(new URL(link, url).href)).text();
                const passes = [...text.matchAll(/<tr id="(\d+)"[^>]*>/g)].filter(([row]) => row.includes('data-kind="pass"') &&
                    (!seat || row.includes(`data-seat="${seat}"`)));
                expected.push(...passes.map(([, id]) => Number(id)));
            }
            assert.ok(expected.length > 3);
            const before = await page.evaluate(() => history.length);
            for (const step of expected) {
                await page.keyboard.press("p");
                await at(page, step);
            }
            await page.keyboard.press("p");
            assert.match(await page.locator("#say").textContent(), /^No pass (of seat 1 )?after this step of the match\.$/);
            assert.equal(await current(page), expected.at(-1));
            assert.equal(await page.evaluate(() => history.length), before, "rounds are no history");
            await close(page);
        }
    });

    test("has its board in the first window of a phone", async () => {
        const page = await open(url + matchOf("block-2"), { viewport: { width: 390, height: 844 } });
        assert.ok(await page.locator(".rounds").evaluate((nav) => nav.clientHeight < 60), "rounds are one line");
        assert.ok(await page.locator(".cloth").evaluate((cloth) => cloth.getBoundingClientRect().top < 844 / 2));
        await close(page);
    });

    test("has its facts and all hands in the first window of a desktop, and its facts below the board of a phone", async () => {
        for (const [width, height] of [[1440, 900], [390, 844]]) {
            const page = await open(url + matchOf("homo-homini-lupus"), { viewport: { width, height } });
            const [facts, cloth, hands] = await page.evaluate(() => [".facts", ".cloth", ".hands"].map((part) =>
                document.querySelector(part).getBoundingClientRect().toJSON()));
            assert.equal(facts.bottom <= cloth.top, width > 1000);
            assert.equal(facts.top >= hands.bottom, width < 1000);
            assert.ok(width < 1000 || hands.bottom <= height, `the hands end at ${hands.bottom}`);
            await close(page);
        }
    });

    test("marks the tile that was drawn", async () => {
        const page = await open(url + someMatch((text) => /<td>draws /.test(text)));
        assert.equal(await page.locator(".drawn").count(), 0);
        const row = page.locator("tr[id]", { hasText: "draws" }).first();
        await row.click();
        const tile = (await row.locator(".own").textContent()).trim();
        assert.deepEqual(await page.locator(".drawn").evaluateAll((marked) => marked.map((e) => e.getAttribute("aria-label"))), [tile]);
        await page.keyboard.press("ArrowRight");
        assert.ok(await page.locator(`.drawn[aria-label="${tile}"]`).count() === 0);
        await close(page);
    });

    test("goes to the next fault", async () => {
        const name = someMatch((text) => /data-kind="fault"/.test(text) && text.includes("ended by a fault"));
        const page = await open(url + name);
        await page.keyboard.press("f");
        assert.equal(await page.locator("tr[aria-current]").getAttribute("data-kind"), "fault");
        await close(page);
    });

    test("opens at the step in its address and follows changes of the address", async () => {
        const page = await open(url + matchOf("block-2") + "#12", { viewport: { width: 390, height: 844 } });
        assert.equal(await current(page), 12);
        const bottom = (selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().bottom);
        const top = () => page.locator(".cloth").evaluate((e) => e.getBoundingClientRect().top);
        assert.ok(await top() >= await bottom("#controls") && await top() < 844, "the table is in sight");
        await page.evaluate(() => { location.hash = "#5"; });
        await at(page, 5);
        await page.locator("#scrub").fill("7");
        assert.equal(await current(page), 7);
        await close(page);
    });

    test("hides what a seat did not see", async () => {
        const page = await open(url + matchOf("draw-3") + "#3&seat=0");
        const closed = () => page.locator(".hand.closed").evaluateAll((all) => all.map((hand) => hand.dataset.seat));
        assert.deepEqual(await closed(), ["1", "2"]);
        const fill = (seat) => page.locator(`.hand[data-seat="${seat}"] .tiles svg use`).first().evaluate(
            (use) => getComputedStyle(use).getPropertyValue("--pip").trim());
        assert.equal(await fill(1), "transparent");
        assert.notEqual(await fill(0), "transparent");
        assert.equal(await page.locator('tr[data-seat="1"] .own:visible').count(), 0);
        assert.ok(await page.locator('tr[data-seat="0"] .own:visible').count() > 0);
        assert.equal(await page.locator('tr[data-seat="1"] td:nth-child(5)').first().innerText(), "");
        await page.keyboard.press("ArrowRight");
        assert.match(new URL(page.url()).hash, /^#4&seat=0$/);
        await page.keyboard.press("End");
        assert.deepEqual(await closed(), [], "at the end of a round hands are open");
        await page.locator("#view").selectOption("");
        assert.ok(await page.locator('tr[data-seat="1"] .own:visible').count() > 0);
        await close(page);
    });

    test("follows the step in the other matches of the set", async () => {
        const page = await open(url + matchOf("draw-3"));
        assert.equal(await page.locator(".set section").count(), 3);
        await page.keyboard.press("End");
        await page.keyboard.press("ArrowLeft");
        const lines = await page.locator(".set ol").evaluateAll((lists) => lists.map((list) =>
            [...list.children].findIndex((line) => line.classList.contains("now"))));
        assert.ok(lines.every((line) => line > 0), String(lines));
        const [box, line] = await page.evaluate(() => [document.querySelector(".set"), document.querySelector(".set .now")]
            .map((e) => e.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
        assert.ok(line.top >= box.top && line.bottom <= box.bottom, "the line is in sight");
        await page.locator(".set h3 a").first().click();
        assert.match(await page.locator("h1").textContent(), /made, match \d+, round 1$/);
        await close(page);
    });

    test("has face-down doubles and arms of a spinner", async () => {
        const name = someMatch((text) => text.includes(", face down</td>"));
        const page = await open(url + name);
        assert.ok(await page.locator('.cloth .at-wide use[href="#b"]').count() > 0);
        await close(page);
    });

    test("is laid out for the width of a phone", async () => {
        const page = await open(url + matchOf("draw-3"), { viewport: { width: 390, height: 844 } });
        await page.keyboard.press("End");
        assert.equal(await page.locator(".cloth .at-wide").isVisible(), false);
        const tile = await page.locator(".cloth .at-narrow use:not(.off)").first().boundingBox();
        assert.ok(Math.max(tile.width, tile.height) > 36, `a tile is ${tile.width} by ${tile.height}`);
        await close(page);
    });

    test("with eight seats has fewer than 2,500 elements and stays inside a phone", async () => {
        const folder = mkdtempSync(path.join(tmpdir(), "arena-eight."));
        makePlayed(path.join(folder, "arena.db"), "eight", "finished", 1, ...NAMES, ...MORE);
        const last = JSON.parse(execFileSync(program, ["matches", "--json", "--home", folder], { maxBuffer: 1 << 26 })).matches
            .filter((match) => match.variant === "draw-8" && match.end === "normal").at(-1).match;
        const own = await serve(folder);
        const page = await open("about:blank", { viewport: { width: 390, height: 844 } });
        await isServed(page, `${own.url}match/eight/${last}.html`);
        for (let round = 1; round <= 8; round++) {
            await page.goto(`${own.url}match/eight/${last}${round > 1 ? "/" + round : ""}.html`);
            await page.keyboard.press("End");
            const [elements, scroll, client] = await page.evaluate(() => [document.querySelectorAll("*").length,
                document.documentElement.scrollWidth, document.documentElement.clientWidth]);
            assert.ok(elements < 2500 && elements > 1000, `${elements} elements`);
            assert.ok(scroll <= client, `round ${round} is ${scroll} wide`);
        }
        await close(page);
        await stop(own);
        rmSync(folder, { recursive: true, force: true });
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

test("a page that lacks something says since when, until it does not", async () => {
    const page = await follower();
    const tell = (data) => page.evaluate((text) =>
        window.events.dispatchEvent(new MessageEvent("site", { lastEventId: "1", data: text })), JSON.stringify(data));
    await tell({ age: 3 });
    assert.equal(await page.locator("#live").textContent(), "live");
    await tell({ age: 482 });
    assert.equal(await page.locator("#live.old").textContent(), "as of 8 min ago");
    await tell({});
    assert.equal(await page.locator("#live:not(.old)").textContent(), "live");
    await tell({ age: 0 });
    await page.locator("#live.old", { hasText: /^as of 5 s ago$/ }).waitFor({ timeout: WAIT });
    await close(page);
});

/* Answers with the page as it is, and more links and a table above everything else. */
async function answerWithMore(route) {
    const answer = await route.fetch();
    const more = '<p><a href="submit.html">more</a></p><div class="wide" aria-label="More" tabindex="0"><table class="sort filter"><thead>' +
        "<tr><th>Bot</th></tr></thead><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table></div>";
    await route.fulfill({ response: answer, body: (await answer.text()).replace("</h1>", "</h1>" + more) });
}

test("a newer page has the focus, the filter and the order on the same things, wherever they are", async () => {
    const page = await follower(answerWithMore, answerWithMore);
    const focused = () => page.evaluate(() => document.activeElement.href ?? document.activeElement.ariaLabel);
    await send(page, "1");
    const filter = page.getByRole("searchbox", { name: "Filter: Variants" });
    await page.locator("[aria-label=Variants] th button", { hasText: "Variant" }).click();
    await filter.fill("draw");
    await page.keyboard.press("ArrowLeft");
    await send(page, "2");
    await page.locator("[aria-label=More]").waitFor({ timeout: WAIT });
    assert.equal(await focused(), "Filter: Variants");
    await page.keyboard.type("x");
    assert.equal(await filter.inputValue(), "draxw", "the letter is where the reader types");
    assert.equal(await page.getByRole("searchbox", { name: "Filter: More" }).inputValue(), "");
    assert.equal(await page.locator("[aria-label=Variants] th[aria-sort]").count(), 1);
    assert.equal(await page.locator("[aria-label=More] th[aria-sort]").count(), 0);
    await page.locator("#all tbody a").last().focus();
    const before = await focused();
    await page.evaluate(() => document.querySelector("[aria-label=More]").remove());
    await send(page, "3");
    await page.locator("[aria-label=More]").waitFor({ timeout: WAIT });
    assert.equal(await focused(), before);
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

test("pages follow a running tournament and keep the reader's sorting, filter and zoom", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "arena-live."));
    const file = path.join(folder, "t.yaml");
    const text = (sets) => `name: live\nvariants: [block-2]\nbots: [greedy, random, careful]\nsets: ${sets}\n` +
        "limits: {move_ms: 10000}\n";
    const run = () => new Promise((resolve) => spawn(program, ["run", file, "--home", folder], { stdio: "ignore" })
        .on("exit", resolve));
    writeFileSync(file, text(40));
    assert.equal(await run(), 0);
    const own = await serve(folder);
    const page = await open("about:blank");
    const leaderboard = own.url + "leaderboard/block-2.html";
    await isServed(page, leaderboard);
    await isRead(page, own.url);
    await page.goto(leaderboard);
    await page.getByRole("searchbox").fill("r");
    await page.locator("#list th button", { hasText: "Bot" }).click();
    await page.locator("#live:not(.off)", { hasText: "live" }).waitFor();
    const chart = await page.locator("figure.history .u-over").boundingBox();
    await page.mouse.move(chart.x + chart.width * .4, chart.y + 20);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width * .8, chart.y + 40, { steps: 5 });
    await page.mouse.up();
    const zoom = () => page.evaluate(() => zoomOf(document.querySelector("figure.history")));
    const zoomed = await zoom();
    assert.ok(zoomed.min > 60 && zoomed.max < 115, JSON.stringify(zoomed));
    const played = () => page.locator("main > p").nth(2).textContent().then((t) => parseInt(t, 10));
    const before = await played();
    writeFileSync(file, text(60));
    assert.equal(await run(), 0);
    await page.waitForFunction((n) => [...document.querySelectorAll("main > p")].some((p) => parseInt(p.textContent, 10) > n),
        before, { timeout: WAIT });
    await page.locator("main > p", { hasText: /^360 matches/ }).waitFor({ timeout: WAIT });
    assert.equal(await page.getByRole("searchbox").inputValue(), "r");
    assert.equal(await page.locator("th[aria-sort=ascending]").textContent(), "Bot");
    assert.deepEqual(await zoom(), zoomed);
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

/* Runs a tournament with spectators in a folder of its own until the callback has ended. Its first matches have many rounds. */
async function watched(visit) {
    const folder = mkdtempSync(path.join(tmpdir(), "arena-watched."));
    const bots = ["anna", "bert"].map((name) => `{name: ${name}, run: [/usr/bin/python3, slow.py], transport: stdio}`);
    writeFileSync(path.join(folder, "slow.py"), SLOW);
    writeFileSync(path.join(folder, "t.yaml"), `name: cup\nvariants: [draw-2]\nbots: [${bots}]\nsets: 50\nseed: 3\nconcurrency: 2\n` +
        "limits: {move_ms: 60000}\nspectators: true\n");
    const run = spawn(program, ["run", path.join(folder, "t.yaml"), "--home", folder], { stdio: "ignore" });
    let own;
    try {
        own = await serve(folder);
        const page = await open("about:blank");
        await until(async () => (await (await page.request.get(own.url + "now/cup.html")).text()).includes("Watch"), "a table");
        await visit(page, own.url);
        await close(page);
    } finally {
        const ended = new Promise((resolve) => run.once("exit", resolve));
        run.kill("SIGKILL");
        await ended;
        if (own)
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
    /* A match grows by steps of the round that is shown, and by rounds. */
    const GROWING = "#replay tr[id], .rounds a[data-from]";
    const moreThan = (count) => page.waitForFunction(([what, n]) => document.querySelectorAll(what).length > n, [GROWING, count],
        { timeout: WAIT });
    const size = () => page.locator(GROWING).count();
    const current = () => page.locator("tr[aria-current=step]").getAttribute("id").then(Number);
    await page.goto(address + "tournament/cup.html");
    await page.getByRole("link", { name: "Watch" }).first().click();
    await page.locator("#replay.stepped").waitFor();
    const before = await current();
    await page.waitForFunction((step) => Number(document.querySelector("tr[aria-current=step]")?.id) > step, before,
        { timeout: WAIT });
    await page.keyboard.press("Home");
    const first = await current();
    await page.locator("#view").selectOption("1");
    await moreThan(await size());
    assert.equal(await current(), first, "who looks back is left there");
    assert.equal(await page.locator("#view").inputValue(), "1");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(), first + 1, "one key is one step after many changes");
    await page.waitForFunction(() => document.querySelectorAll(".rounds a[data-from]").length > 1, undefined, { timeout: WAIT });
    await page.locator(".rounds a[data-from]").first().click();
    await page.waitForFunction(() => document.querySelector("tr[aria-current=step]")?.id === "1", undefined, { timeout: WAIT });
    await moreThan(await size());
    assert.equal(await current(), 1, "an earlier round stays open");
}));

test("a new round takes the place of the one that is watched, and the reader stays in place", () => watched(async (page, address) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto(address + "match/cup/1.html");
    await page.locator("#replay.stepped").waitFor();
    const rounds = () => page.locator(".rounds a[data-from]").count();
    const before = await rounds();
    await page.evaluate(() => { window.isSame = true; scrollTo(0, 200); });
    const [length, y] = await page.evaluate(() => [history.length, scrollY]);
    assert.ok(y > 0);
    await page.waitForFunction((n) => Number(document.querySelector(".rounds a[data-from][aria-current]")?.textContent) > n, before,
        { timeout: WAIT });
    assert.deepEqual(await page.evaluate(() => [window.isSame, history.length, scrollY]), [true, length, y]);
    await page.locator("header nav a").first().click();
    assert.equal(page.url(), address + "index.html", "relative addresses belong to the new address");
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
