/* People play in Debian's chromium: a whole match by keys, one by touch on a phone, two people at one table, and
 * the pages in light and dark. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, ask, assertFits, assertValid, close, finish, isRead, makePlayed, open, scratch, serve, stop, until } from "./common.mjs";

const TOUCH = { ...PHONE, hasTouch: true, isMobile: true };
const ENOUGH = 5000; /* more moves than any match has */

let url;

before(async () => {
    ({ url } = await serve(scratch(), "--play"));
});

after(finish);

/* Opens a page in a browser that keeps this preference; usually the next round waits for the test. */
function enter(options = {}, where = "play/", patience = "yes") {
    const localStorage = [{ name: "next-round-waits", value: patience }];
    const storageState = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] };
    return open(new URL(where, url).href, { storageState, ...options });
}

const serial = (page) => page.locator(".seat").getAttribute("data-serial");
const isOver = (page) => page.locator("h2", { hasText: /^(You have won|You have lost|A draw|You share the first place)\.$/ });

/* Waits until there is something to do: a choice, the next round, or the end. */
function something(page) {
    return page.locator(".choice:visible, [data-act=next], .again").first().waitFor();
}

/* Waits until what was there to do is done: the choice has another number, or there is none. */
function done(page, before) {
    return page.waitForFunction((old) => (document.querySelector(".seat").dataset.serial ?? "") !== old, before);
}

/* Plays to the end; `move` makes one choice. */
async function play(page, move) {
    for (let i = 0; i < ENOUGH; i++) {
        await something(page);
        if (await isOver(page).count())
            return;
        const before = await serial(page) ?? "";
        const isBetween = await page.locator("[data-act=next]").count() > 0;
        await move(page, isBetween);
        if (isBetween)
            await page.locator("[data-act=next]").waitFor({ state: "detached" });
        else
            await done(page, before);
    }
    assert.fail("the match does not end");
}

async function orderByKeys(page, variant, bot) {
    await page.locator("#find").focus();
    await page.keyboard.type(variant);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    while (await page.evaluate(() => document.activeElement.tagName) !== "SELECT")
        await page.keyboard.press("Tab");
    await page.keyboard.type(bot);
    while (await page.evaluate(() => document.activeElement.textContent) !== "Play")
        await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/play\/\d+$/);
}

/* Lets the page fetch its table and draw it anew: the page believes that it has an old version, and hears of a change
 * when somebody else begins to play. */
async function drawAnew(page) {
    await page.evaluate(() => { document.querySelector(".seat").dataset.version = "0"; });
    const other = await enter();
    await orderByKeys(other, "Block for two: 7", "random");
    await page.waitForFunction(() => document.querySelector(".seat").dataset.version !== "0");
    await close(other);
}

test("a whole match by keys alone, and its replay", async () => {
    const page = await enter();
    await orderByKeys(page, "Block for two: 7", "random");
    await page.locator(".choice").first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.className), "tile", "the first legal tile has the focus");
    let count = 0, rounds = 0;
    await play(page, async (p, isBetween) => {
        if (isBetween && rounds++ === 0)
            await assertFits(p, "result of a round", "light");
        if (isBetween)
            return p.keyboard.press("Enter"); /* the focus is on "Next round" */
        if (count++ % 2)
            return p.keyboard.press("1");
        await p.keyboard.press("ArrowRight");
        await p.keyboard.press("Enter");
        if (await p.locator("#say", { hasText: "At which end?" }).count())
            await p.keyboard.press("Enter");
        return undefined;
    });
    assert.ok(count > 3);
    await page.locator("a.replay").focus();
    await drawAnew(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(/played\/match\//);
    assert.match(await page.title(), /block-2: you, random, match 1/);
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.getByRole("heading", { name: "Your tables" }).waitFor();
    await page.goto(new URL("played/bot/you.html", url).href);
    await page.getByRole("row", { name: /^random block-2 1 / }).waitFor();
    await assertValid("results of a person", await (await page.request.get(page.url())).text());
    await assertFits(page, "results of a person", "light");
    await close(page);
});

test("a whole match by touch on a phone, with a hint, and again", async () => {
    const page = await enter(TOUCH);
    await page.locator("#find").fill("draw-3");
    await page.locator("label:visible", { hasText: "Draw for three" }).tap();
    await page.locator(".chair:visible select").nth(1).selectOption("careful");
    assert.equal(await page.locator(".chair:visible").count(), 2);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await page.locator(".choice").first().waitFor();
    await page.locator("[data-act=hint]").tap();
    await page.locator(".choice b", { hasText: "best" }).waitFor();
    const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(scroll <= client, `the page is ${scroll} wide`);
    const tile = await page.locator(".tile").first().boundingBox();
    assert.ok(tile.width >= 44 && tile.height >= 44, "tiles are large enough for a finger");
    await play(page, async (p, isBetween) => {
        const tile = p.locator(".tile:not([disabled])").first();
        if (isBetween)
            return p.locator("[data-act=next]").tap();
        if (await tile.count() === 0)
            return p.locator(".choice").first().tap();
        await tile.tap();
        if (await p.locator(".tile.chosen").count())
            await p.locator(".choice:visible").first().tap();
        return undefined;
    });
    await page.locator(".again").tap();
    await page.waitForURL((address) => !address.href.endsWith("/1"));
    await page.locator(".choice").first().waitFor();
    assert.match(await page.locator(".players").textContent(), /greedy.*careful/s);
    await close(page);
});

test("two people in two browsers at one table", async () => {
    const anna = await enter(), ben = await enter(TOUCH);
    await anna.locator("#find").fill("block-2");
    await anna.locator("input[value=block-2]").check();
    await anna.locator("#name").fill("anna");
    await anna.locator(".chair:visible select").selectOption({ label: "a person, by invitation" });
    await anna.getByRole("button", { name: "Play", exact: true }).click();
    const link = await anna.locator(".invitations a").evaluate((a) => a.href);
    await ben.goto(link);
    assert.match(await ben.locator("main").textContent(), /anna invites you to a match of block-2/);
    await ben.locator("#name").fill("ben");
    await ben.getByRole("button", { name: "Sit down" }).tap();
    await ben.locator(".own-hand").waitFor();
    await anna.locator(".own-hand").waitFor();
    const hand = (page) => page.locator(".own-hand .tile").evaluateAll((tiles) => tiles.map((tile) => tile.ariaLabel));
    const [hers, his] = [await hand(anna), await hand(ben)];
    assert.equal(hers.length, 7);
    assert.ok(his.every((tile) => !hers.includes(tile)));
    const markup = await anna.locator("#table").innerHTML();
    assert.ok(hers.every((tile) => markup.includes(`#f${tile}"`)));
    assert.ok(his.every((tile) => !markup.includes(`#f${tile}"`)));
    const stranger = await enter();
    await stranger.goto(new URL(anna.url(), url).href);
    assert.equal(await stranger.locator("h1").textContent(), "This table is taken");
    stranger.troubles = stranger.troubles.filter((trouble) => !trouble.includes("403"));
    await close(stranger);
    for (let turn = 0; turn < 6; turn++) {
        const page = await Promise.any([anna, ben].map((p) => something(p).then(() => p)));
        const before = await serial(page);
        if (await page.locator("[data-act=next]").count())
            break;
        await page.keyboard.press("1");
        await done(page, before);
    }
    await anna.reload(); /* a closed tab resumes by the cookie */
    await anna.locator(".own-hand, [data-act=next]").first().waitFor();
    await ben.locator(".leave").tap();
    assert.match(await ben.locator(".leave").textContent(), /press again/);
    await ben.locator(".leave").tap();
    await anna.locator("h2", { hasText: "You have won." }).waitFor();
    assert.match(await anna.locator("main").textContent(), /ben gave up/);
    await close(anna);
    await close(ben);
});

/* Plays until the result of a round is shown. */
async function playRound(page) {
    for (let i = 0; i < ENOUGH && await page.locator("[data-act=next]").count() === 0; i++) {
        const before = await serial(page);
        await page.keyboard.press("1");
        await done(page, before);
        await something(page);
    }
}

/* The clock of the page is stopped, except for the time that the test lets pass. */
test("the next round begins by itself unless the person reads", async () => {
    const page = await enter({}, "play/", "no");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60000);
    await orderByKeys(page, "Block for two: 7", "random");
    await page.locator(".choice").first().waitFor();
    await playRound(page);
    const next = page.locator("[data-act=next]"), wait = page.locator(".wait"), say = page.locator("#say");
    const expect = async (shown, word) => {
        assert.equal(await next.textContent(), `Next round${shown}`);
        assert.equal(await wait.textContent(), word);
    };
    const again = async () => {
        await page.reload();
        await next.waitFor();
    };
    await expect(" in 5 s", "Wait");
    assert.match(await say.textContent(), /Round 1 is over.*The next round begins in 5 seconds\. Any key stops that\.$/);
    await page.clock.runFor(3000);
    await expect(" in 2 s", "Wait");

    for (const [what, stop] of [["a key", () => page.keyboard.press("Shift")], ["Wait", () => wait.click()],
        ["Wait by a key", () => wait.press("Enter")], ["a press elsewhere", () => page.locator("h2").first().click()],
        ["scrolling", () => page.mouse.wheel(0, 10)]]) {
        await again();
        await expect(" in 5 s", "Wait");
        await stop();
        await next.getByText("in 5 s").waitFor({ state: "detached" });
        await page.clock.runFor(60000);
        assert.equal(await wait.textContent(), "Always wait", what);
    }

    await again();
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        delete document.hidden;
    });
    await page.clock.runFor(60000);
    await expect("", "Always wait");

    await wait.click();
    await expect("", "Continue by itself");
    await again();
    await page.clock.runFor(60000);
    await expect("", "Continue by itself");
    await wait.click();
    await expect(" in 5 s", "Wait");
    await page.clock.runFor(4000);
    await expect(" in 1 s", "Wait");
    await page.clock.runFor(1250);
    await page.locator(".round", { hasText: "Round 2," }).waitFor();
    await close(page);
});

/* Waits for the next choice and closes the results of rounds before it. */
async function nextChoice(page) {
    for (await something(page); await page.locator(".choice").count() === 0; await something(page)) {
        await page.locator("[data-act=next]").click();
        await page.locator("[data-act=next]").waitFor({ state: "detached" });
    }
}

test("a move that is held back can be undone", async () => {
    const page = await enter();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60000);
    await page.locator("#clock").selectOption("300");
    await orderByKeys(page, "Block for two: 7", "random");
    await nextChoice(page);
    const undo = page.locator(".undo");
    let sent = 0;
    page.on("request", (request) => { sent += request.url().endsWith("/choose"); });
    /* Chooses, and looks at what is held. */
    const hold = async (choice) => {
        await page.locator(`.choice[data-choice="${choice}"]`).click();
        await undo.getByText("Undo, 3 s left").waitFor();
        assert.equal(await page.locator(".choice.held").getAttribute("data-choice"), String(choice));
    };
    assert.equal(await undo.textContent(), "Allow undo");
    await undo.click();
    assert.equal(await undo.textContent(), "No undo");
    const before = await serial(page);
    for (const take of [() => undo.click(), () => page.keyboard.press("Escape")]) {
        await hold(0);
        assert.equal(await page.locator("#say").textContent(), "Your move is sent in 3 seconds. Escape takes it back.");
        await page.clock.runFor(2000);
        assert.equal(await undo.textContent(), "Undo, 1 s left");
        await take();
        await page.clock.runFor(60000);
        assert.equal(await page.locator(".choice.held").count(), 0);
    }
    const last = await page.locator(".choice").count() - 1;
    await hold(0);
    await page.clock.runFor(2000);
    await hold(last); /* takes the place of the first */
    await page.clock.runFor(2000);
    await page.evaluate(() => document.querySelector("[data-act=hint]").click()); /* draws the table anew */
    await page.locator(".choice b", { hasText: "best" }).waitFor();
    assert.equal(await undo.textContent(), "Undo, 1 s left");
    assert.deepEqual([await serial(page), sent], [before, 0], "nothing was sent");
    await page.clock.runFor(1250);
    await done(page, before);
    assert.equal(sent, 1);

    await nextChoice(page);
    await page.clock.runFor(296000);
    const late = await serial(page);
    await page.locator(".choice").first().click();
    await done(page, late); /* with 4 s left it is sent at once */
    assert.equal(sent, 2);
    await close(page);
});

test("the lobby shows the rules of the game that is chosen, and a table has them below the board", async () => {
    const page = await enter(PHONE);
    const rules = page.locator("#rules"), summary = rules.locator("summary");
    await page.locator("input[value=homo-homini-lupus]").check();
    assert.match(await summary.textContent(), /Rules of homo-homini-lupus/);
    await summary.focus();
    await page.keyboard.press("Enter");
    await rules.getByText("The average hand has 9.25 pips").waitFor();
    await page.locator("input[value=block-2]").check();
    await rules.getByText("2 seats play, each for itself.").waitFor();
    assert.equal(await rules.getByText("The average hand has").count(), 0);
    await page.route("**/rules/draw-2", (route) => route.abort());
    await page.locator("input[value=draw-2]").check();
    await until(() => rules.evaluate((details) => !details.open), "rules that do not come are folded");
    page.troubles = page.troubles.filter((trouble) => !trouble.includes("ERR_FAILED"));
    await page.unroute("**/rules/draw-2");
    await summary.click();
    await rules.getByText("The stock has 14 tiles.").waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".choice").first().waitFor();
    const [board, below] = await Promise.all([page.locator("#table"), rules].map((part) => part.boundingBox()));
    assert.ok(below.y >= board.y + board.height, "the rules do not push the board down");
    await summary.click();
    const before = await serial(page);
    await page.keyboard.press("1");
    await done(page, before);
    assert.ok(await rules.getByText("The stock has 14 tiles.").isVisible(), "they stay open");
    await close(page);
});

test("the words behind the bots are those of the game that is chosen", async () => {
    const home = scratch();
    makePlayed(home, "spring", 2, "greedy", "random", "careful", "pimc");
    const server = await serve(home, "--play");
    await isRead(server.url);
    const page = await open(new URL("play/", server.url).href);
    const shown = async () => (await page.locator(".chair[data-seat='1'] option[value]:not([value=''])").allTextContents()).sort();
    for (const game of ["block-2", "homo-homini-lupus", "draw-3"]) {
        const text = await (await ask(new URL(`play/rules/${game}`, server.url).href)).text();
        const said = [...text.matchAll(/<li data-bot="[^"]*">([^<]*)</g)].map((found) => found[1]).sort();
        assert.ok(said.some((word) => /^greedy: (strong|good|fair|weak|strength unclear)/.test(word)), game);
        await page.locator(`input[value=${game}]`).check();
        await until(async () => String(await shown()) === String(said), `the words for ${game}`);
    }
    await page.route("**/rules/draw-2", (route) => route.abort());
    await page.locator("input[value=draw-2]").check();
    await until(async () => (await shown()).every((word) => !word.includes(":")), "no word that is of another game");
    page.troubles = page.troubles.filter((trouble) => !trouble.includes("ERR_FAILED"));
    await close(page);
    await stop(server);
});

test("face-down doubles and two ends ask for the end", async () => {
    const page = await enter();
    await page.locator("#find").fill("homo-homini-lupus");
    await page.locator(".games label:visible input").first().check();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    let asked = false;
    for (let i = 0; i < 200 && !asked; i++) {
        await something(page);
        if (await page.locator(".again").count())
            await page.locator(".again").click();
        else if (await page.locator("[data-act=next]").count())
            await page.locator("[data-act=next]").click();
        else {
            const before = await serial(page);
            const tiles = await page.locator(".choice").evaluateAll((choices) => choices.map((choice) => choice.dataset.tile));
            const twice = tiles.find((tile, at) => tile !== undefined && tiles.indexOf(tile) !== at);
            if (twice) {
                await page.locator(`.tile[data-tile="${twice}"]`).click();
                const shown = () => page.locator(".choice:visible").count();
                const own = tiles.filter((tile) => tile === twice).length;
                assert.equal(await shown(), own);
                await page.keyboard.press("ArrowRight");
                const focused = () => page.evaluate(() => document.activeElement.dataset.choice);
                const second = await focused();
                await page.evaluate(() => document.querySelector("[data-act=hint]").click()); /* draws the table anew, twice */
                await page.locator("[data-act=hint]").waitFor({ state: "detached" });
                await page.locator("span", { hasText: "looking for a hint" }).waitFor({ state: "detached" });
                assert.equal(await shown(), own, "the question stays while the choice is the same");
                assert.equal(await focused(), second, "the focus stays at the second end");
                await page.keyboard.press("Escape");
                assert.equal(await page.locator(".choice:visible").count(), tiles.length);
                asked = true;
            }
            await page.keyboard.press("1");
            await done(page, before);
        }
        await page.waitForFunction(() => document.querySelector(".seat"));
    }
    assert.ok(asked, "a tile fits twice");
    await close(page);
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]])
    test(`lobby, invitation and table in ${colorScheme} at ${width} fit the window and pass axe`, async () => {
        const options = { colorScheme, viewport: { width, height: 844 } };
        const inspect = async (page, name) => {
            await assertValid(name, await (await page.request.get(page.url())).text());
            await assertFits(page, name, colorScheme);
        };
        const page = await enter(options);
        await page.locator("#rules summary").click();
        await page.locator("input[value=homo-homini-lupus]").check();
        await page.locator("#rules").getByText("The average hand has 9.25 pips").waitFor();
        await inspect(page, "lobby");
        await page.locator("input[value=block-2]").check();
        const rules = await enter(options, "play/rules/homo-homini-lupus");
        await inspect(rules, "rules");
        await close(rules);
        await page.locator(".chair:visible select").selectOption("");
        await page.getByRole("button", { name: "Play", exact: true }).click();
        await page.locator(".invitations").waitFor();
        await inspect(page, "waiting");
        const other = await enter(options, await page.locator(".invitations a").evaluate((a) => a.href));
        await inspect(other, "invitation");
        await other.locator("#name").fill("ben");
        await other.getByRole("button", { name: "Sit down" }).click();
        await other.locator(".own-hand").waitFor();
        await page.locator(".own-hand").waitFor();
        await page.locator("#rules summary").click();
        await inspect(page, "table");
        await inspect(other, "table of the other");
        const first = await Promise.any([page, other].map((each) => each.locator(".choice").first().waitFor().then(() => each)));
        await first.locator(".leave").click();
        await first.locator("[data-act=hint]").click();
        await first.locator("b", { hasText: "best" }).waitFor();
        await first.locator(".leave").click(); /* the table was drawn anew, and one more press is enough */
        await first.locator("h2", { hasText: "You gave up" }).waitFor();
        await inspect(first, "end");
        await close(other);
        await close(page);
    });

test("without JavaScript the lobby says what is needed", async () => {
    const page = await enter({ javaScriptEnabled: false });
    assert.match(await page.locator("noscript").first().textContent(), /switch on JavaScript/);
    await page.locator("noscript summary").click();
    await page.locator("noscript a", { hasText: /^draw-3$/ }).click();
    assert.match(await page.locator(".rules").textContent(), /3 seats play, each for itself/);
    await close(page);
});
