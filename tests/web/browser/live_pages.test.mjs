/* Pages that follow what is being played, in Debian's chromium. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import {
    ask, assertUsable, assertValid, close, finish, isRead, isServed, makePlayed,
    noteSlides, open, program, scratch, serve, stop, until,
} from "./common.mjs";

let url;

before(async () => {
    const home = scratch();
    makePlayed(home, "made", 2, "anna", "bert", "carl", "dora");
    ({ url } = await serve(home));
    await isRead(url);
});

after(finish);

/* Opens a page with a false EventSource, so that the test sends its events. `answers` are functions that
 * answer its fetches, one after the other. */
const follower = (...answers) => followerOf("index.html", (route) => route.continue(), ...answers);

/* The same for any page. `first` answers when the page is opened. */
async function followerOf(name, first, ...answers) {
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
    await page.route(url + name, (route) => (route.request().resourceType() === "fetch" ? answers.shift() : first)(route));
    await page.goto(url + name);
    return page;
}

function send(page, lastEventId, data = {}) {
    return page.evaluate((init) => window.events.dispatchEvent(new MessageEvent("site", init)),
        { lastEventId, data: JSON.stringify(data) });
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
    await page.locator("#live.old", { hasText: /^as of 5 s ago$/ }).waitFor();
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
    await page.locator("[aria-label=More]").waitFor();
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
    await page.locator("[aria-label=More]").waitFor();
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
    await page.locator("main", { hasText: "newest" }).waitFor();
    await close(page);
});

test("a fetch that failed is repeated", async () => {
    const page = await follower((route) => route.abort("connectionrefused"), (route) => route.fulfill({ status: 503 }),
        (route) => answerWith(route, "newest"));
    await send(page, "1");
    await send(page, "2");
    await page.locator("#live.off").waitFor();
    await page.locator("main", { hasText: "newest" }).waitFor();
    await page.locator("#live:not(.off)", { hasText: "live" }).waitFor();
    page.troubles = page.troubles.filter((trouble) => !/ERR_CONNECTION_REFUSED|503/.test(trouble));
    await close(page);
});

test("a match whose hands are hidden follows its score, and becomes a replay when its set is complete", async () => {
    const hidden = (score) => async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace("<body", '<body data-events="../../events"')
            .replace(/(<main[^>]*>).*<\/main>/s, `$1<h1>anna ${score} : 7 bert</h1><div id="hidden"></div></main>`);
        await route.fulfill({ response: answer, body });
    };
    const page = await followerOf("match/made/1.html", hidden(5), hidden(8), (route) => route.continue());
    await send(page, "1", { now: 1 });
    await send(page, "1", { now: 2 });
    await page.locator("h1", { hasText: "anna 8 : 7 bert" }).waitFor();
    await send(page, "2", { now: 2 });
    await page.locator("#replay.stepped").waitFor();
    assert.equal(await page.locator("tr[aria-current]").getAttribute("id"), "2", "it opens at the first move");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("tr[aria-current]").getAttribute("id"), "3");
    assert.equal(await page.evaluate(() => document.body.dataset.events), undefined, "its page is fixed");
    await close(page);
});

test("pages follow a running tournament and keep the reader's sorting, filter and zoom", async () => {
    const folder = scratch();
    const file = path.join(folder, "t.yaml");
    const text = (sets) => `name: live\nvariants: [block-2]\nbots: [greedy, random, careful]\nsets: ${sets}\n` +
        "limits: {move_ms: 10000}\n";
    const run = () => new Promise((resolve) => spawn(program, ["run", file, "--home", folder], { stdio: "ignore" })
        .on("exit", resolve));
    writeFileSync(file, text(40));
    assert.equal(await run(), 0);
    const own = await serve(folder);
    const leaderboard = own.url + "leaderboard/block-2.html";
    await isServed(leaderboard);
    await isRead(own.url);
    const page = await open(leaderboard);
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
    const played = () => page.locator("main > p", { hasText: /^\d+ matches/ }).textContent().then((t) => parseInt(t, 10));
    const before = await played();
    writeFileSync(file, text(60));
    assert.equal(await run(), 0);
    await page.waitForFunction((n) => [...document.querySelectorAll("main > p")].some((p) => parseInt(p.textContent, 10) > n),
        before);
    await page.locator("main > p", { hasText: /^360 matches/ }).waitFor();
    assert.equal(await page.getByRole("searchbox").inputValue(), "r");
    assert.equal(await page.locator("th[aria-sort=ascending]").textContent(), "Bot");
    assert.deepEqual(await zoom(), zoomed);
    await stop(own);
    await page.locator("#live.off").waitFor();
    page.troubles = page.troubles.filter((trouble) => !/ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(trouble));
    await close(page);
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

/* Runs a tournament in a folder of its own until the callback has ended. Its first matches have many rounds. */
async function watched(visit, hasSpectators = true) {
    const folder = scratch();
    const bots = ["anna", "bert"].map((name) => `{name: ${name}, run: [/usr/bin/python3, slow.py], transport: stdio}`);
    writeFileSync(path.join(folder, "slow.py"), SLOW);
    writeFileSync(path.join(folder, "t.yaml"), `name: cup\nvariants: [draw-2]\nbots: [${bots}]\nsets: 50\nseed: 3\nconcurrency: 2\n` +
        `limits: {move_ms: 60000}\nspectators: ${hasSpectators}\n`);
    const run = spawn(program, ["run", path.join(folder, "t.yaml"), "--home", folder], { stdio: "ignore" });
    try {
        const own = await serve(folder);
        await until(async () => (await (await ask(own.url + "now/cup.html")).text()).includes("</small> <a "), "a table");
        const page = await open("about:blank");
        await visit(page, own.url);
        await close(page);
    } finally {
        const ended = new Promise((resolve) => run.once("exit", resolve));
        run.kill("SIGKILL");
        await ended;
    }
}

async function areFit(page, address) {
    for (const name of ["index.html", "tournament/cup.html", "now/cup.html", "match/cup/1.html"]) {
        await assertValid(name, await (await page.request.get(address + name)).text());
        await assertUsable(address + name, "light", 1280);
        await assertUsable(address + name, "dark", 390);
    }
}

test("pages of what is being played are valid, fit the window and pass axe", () => watched(areFit));

test("without spectators they are, too", () => watched(areFit, false));

/* A match grows by steps of the round that is shown, and by rounds. */
const GROWING = "#replay tr[id], .rounds a[data-from]";

test("spectators follow a match move by move, or look back meanwhile", () => watched(async (page, address) => {
    const moreThan = (count) => page.waitForFunction(([what, n]) => document.querySelectorAll(what).length > n, [GROWING, count]);
    const size = () => page.locator(GROWING).count();
    const current = () => page.locator("tr[aria-current=step]").getAttribute("id").then(Number);
    await page.goto(address + "tournament/cup.html");
    await page.getByRole("link", { name: "Watch" }).first().click();
    await page.locator("#replay.stepped").waitFor();
    const before = await current();
    /* Not at the first step of a round: it is the last one, too, and who stands there follows. */
    await page.waitForFunction((step) => {
        const now = document.querySelector("tr[aria-current=step]");
        return Number(now?.id) > step && now !== document.querySelector("#replay tr[id]");
    }, before);
    await page.keyboard.press("Home");
    const first = await current();
    await page.locator("#view").selectOption("1");
    await moreThan(await size());
    assert.equal(await current(), first, "who looks back is left there");
    assert.equal(await page.locator("#view").inputValue(), "1");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(), first + 1, "one key is one step after many changes");
    await page.waitForFunction(() => document.querySelectorAll(".rounds a[data-from]").length > 1);
    await page.locator(".rounds a[data-from]").first().click();
    await page.waitForFunction(() => document.querySelector("tr[aria-current=step]")?.id === "1");
    await moreThan(await size());
    assert.equal(await current(), 1, "an earlier round stays open");
}));

test("a new round takes the place of the one that is watched, and the reader stays in place", () => watched(async (page, address) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto(address + "match/cup/1.html");
    await page.locator("#replay.stepped").waitFor();
    const rounds = () => page.locator(".rounds a[data-from]").count();
    const before = await rounds();
    await page.locator("#view").selectOption("1");
    await page.locator("#view").focus();
    await page.evaluate(() => { window.isSame = true; scrollTo(0, 200); });
    const [length, y] = await page.evaluate(() => [history.length, scrollY]);
    assert.ok(y > 0);
    await page.waitForFunction((n) => Number(document.querySelector(".rounds a[data-from][aria-current]")?.textContent) > n, before);
    assert.deepEqual(await page.evaluate(() => [window.isSame, history.length, scrollY]), [true, length, y]);
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.value]), ["view", "1"]);
    await page.locator(".rounds a[data-from]").first().click();
    await page.waitForFunction(() => document.querySelector("tr[aria-current=step]")?.id === "1");
    assert.deepEqual(await page.evaluate(() => [window.isSame, history.length]), [true, length]);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "1", "the link has the focus");
    await page.locator("header nav a").first().click();
    assert.equal(page.url(), address + "index.html", "relative addresses belong to the new address");
    await page.goBack();
    await page.goBack();
    assert.equal(page.url(), "about:blank", "one press leaves the match");
}));

test("what was laid since the last update slides from the hands while a reader watches the newest step", () => watched(async (page, address) => {
    const current = () => page.locator("tr[aria-current=step]").getAttribute("id").then(Number);
    await page.goto(address + "match/cup/1.html");
    await page.locator("#replay.stepped").waitFor();
    await noteSlides(page);
    await page.waitForFunction(() => window.slides.length > 0);
    const slides = await page.evaluate(() => window.slides);
    assert.ok(slides.every(({ step }) => step > 1));
    await page.keyboard.press("Home");
    await page.evaluate(() => { window.slides = []; });
    const [before, first] = [await page.locator(GROWING).count(), await current()];
    await page.waitForFunction(([what, n]) => document.querySelectorAll(what).length > n, [GROWING, before]);
    assert.deepEqual([await page.evaluate(() => window.slides), await current()], [[], first], "nothing moves for who looks back");
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
    });
}));
