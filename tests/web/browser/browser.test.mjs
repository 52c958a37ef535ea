/* The pages in Debian's chromium: every kind of page, in light and dark, wide and narrow, used by mouse
 * and by keys. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
    PHONE, ask, assertUsable, assertValid, close, finish, isRead, isServed,
    makePlayed, open, program, scratch, serve, until,
} from "./common.mjs";

/* Together with the four names, as many as the largest table has seats. */
const MORE = ["fifth", "sixth", "a-name-of-32-letters-and-more-aaa", "eighth"];
const NAMES = ["<b>/../\"x", "--><script>alert(1)</script>", "<img/src=x/onerror=alert(3)>", "plain"];

let site, url, alone;

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
    return someMatch((text) => text.includes(`leaderboard/${variant}.html`) && text.includes(", round 1 - Domino Arena</title>"));
}

before(async () => {
    const home = scratch();
    site = path.join(home, "site");
    makePlayed(home, "made", 20, ...NAMES);
    execFileSync(program, ["analyse", "made", "--variant", "block-2", "--home", home]);
    execFileSync(program, ["report", "-o", site, "--matches", "1000", "--home", home]);
    alone = path.join(home, "match.html");
    execFileSync(program, ["report", "--match", matchOf("block-2").slice("match/".length, -".html".length), "-o", alone, "--home", home]);
    ({ url } = await serve(home));
    await isServed(url + "leaderboard/draw-3.html");
    await isRead(url);
});

after(finish);

/* ---- every page ---------------------------------------------------------------- */

test("the HTML of every page is valid", async () => {
    for (const name of [...kinds(), ...allPages().filter((each) => each.startsWith("bot/"))])
        await assertValid(name, readFileSync(path.join(site, name), "utf8"));
    const filtered = "matches/made/1.html?bot=plain&seat=0&end=fault"; /* only a server has filters */
    await assertValid(filtered, await (await ask(url + filtered)).text());
});

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

test("a match as one file goes from round to round without any other file", async () => {
    const page = await open("file://" + alone);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const step = () => page.locator("tr[aria-current]").getAttribute("id").then(Number);
    const froms = await page.locator(".rounds a[data-from]").evaluateAll((links) => links.map((link) => Number(link.dataset.from)));
    const at = (number) => page.waitForFunction((id) => document.querySelector("tr[aria-current]")?.id === String(id), number);
    assert.ok(froms.length > 2);
    await at(2);
    await page.locator(".rounds a[data-from]").nth(2).click();
    await at(froms[2] + 1);
    await page.locator("#view").selectOption("1");
    await page.locator("h1").click();
    await page.keyboard.press("Shift+ArrowLeft");
    await at(froms[1] + 1);
    assert.equal(await page.locator("#view").inputValue(), "1", "the view stays");
    await page.keyboard.press("Shift+End");
    await at(froms.at(-1) + 1);
    await page.keyboard.press("Shift+Home");
    await at(2);
    await page.goto("file://" + alone + "#" + (froms[1] + 2));
    await at(froms[1] + 2);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await at(froms[2] + 1);
    assert.equal(await step(), froms[2] + 1);
    assert.deepEqual(asked.filter((address) => !address.startsWith("file://" + alone)), []);
    await close(page);
    await assertValid(alone, readFileSync(alone, "utf8"));
    for (const [scheme, width] of [["light", 1280], ["dark", 390]])
        await assertUsable("file://" + alone, scheme, width);
    const plain = await open("file://" + alone, { javaScriptEnabled: false });
    assert.equal(await plain.locator("h2", { hasText: "The moves of round" }).count(), froms.length, "without JavaScript too");
    await close(plain);
});

test("without JavaScript everything can be read", async () => {
    const page = await open(url + matchOf("block-2"), { javaScriptEnabled: false });
    assert.equal(await page.locator("#controls").isVisible(), false);
    assert.ok(await page.locator(".set li:visible").count() > 5);
    const tiles = await page.locator(".cloth .at-wide use:visible").count();
    assert.ok(tiles > 3);
    assert.equal(await page.locator(".cloth text:visible").count(), 0);
    await page.getByRole("link", { name: "Next round" }).click();
    assert.match(await page.title(), /, round 2 - /);
    assert.equal(await page.locator("tr[id]:visible").count(), await page.locator("tr[id]").count());
    await page.setViewportSize({ width: 390, height: 844 });
    /* The browser lays the page out anew some time after the call. */
    await until(async () => await page.locator(".cloth .at-wide use:visible").count() === 0, "the wide board is hidden");
    assert.ok(await page.locator(".cloth .at-narrow use:visible").count() > 3);
    await page.goto(url + "leaderboard/draw-3.html");
    assert.ok(await page.locator("figure.history svg:visible").count() === 1);
    await close(page);
});

test("on paper nothing is cut, folded or there to be pressed", async () => {
    for (const name of ["tournament/made.html", "leaderboard/draw-3.html", matchOf("block-2")]) {
        const page = await open(url + name, { viewport: { width: 760, height: 1000 } });
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("header:visible, footer:visible, button:not(th button):visible, input:visible").count(), 0, name);
        const cut = await page.locator(".wide, .set").evaluateAll((boxes) => boxes.filter((box) => box.scrollHeight > box.clientHeight + 1).length);
        assert.equal(cut, 0, `${name}: a table is cut`);
        const tables = page.locator("main table");
        for (const table of await tables.all())
            assert.ok(await table.isVisible(), `${name}: a table is folded away`);
        assert.ok(await tables.count() > 0, name);
        await close(page);
    }
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

test("a line ends a tier as long as the list is in its order", async () => {
    for (const [width, lined] of [[1440, "#list .cut td"], [390, "#list .cut"]]) {
        const page = await open(url + "leaderboard/draw-3.html", { viewport: { width, height: 900 } });
        const row = page.locator("#list tbody tr:nth-child(2)");
        await row.evaluate((tr) => tr.classList.add("cut"));
        const border = () => page.locator(lined).first().evaluate((e) => getComputedStyle(e).borderTopWidth);
        assert.equal(await border(), "3px");
        await page.locator("#list th button", { hasText: "Bot" }).click();
        assert.notEqual(await border(), "3px");
        await close(page);
    }
});

test("only the page itself scrolls up and down, and nothing in a page is cut", async () => {
    for (const width of [1440, 1024, 390])
        for (const name of kinds()) {
            const page = await open(url + name, { viewport: { width, height: 500 } });
            const tall = await page.locator("main *").evaluateAll((parts) => parts.filter((e) => !e.closest("#replay .wide, pre") &&
                getComputedStyle(e).overflowY === "auto" && e.scrollHeight > e.clientHeight + 1).map((e) => e.outerHTML.slice(0, 100)));
            assert.deepEqual(tall, [], `${name} at ${width}`);
            await close(page);
        }
});

test("the head of a long list stays in view while the page scrolls, and the names of a wide one", async () => {
    for (const width of [1440, 390]) {
        const page = await open(url + "matches/made/1.html", { viewport: { width, height: 500 } });
        const head = page.locator("main thead th").first();
        await page.locator("main tbody tr").nth(20).scrollIntoViewIfNeeded();
        await page.evaluate(() => scrollTo(0, 2000));
        await until(async () => Math.abs((await head.boundingBox()).y) <= 8, `the head at ${width}`);
        await close(page);
    }
    const page = await open(url + "crosstable/draw-3.html", { viewport: { width: 200, height: 500 } });
    const box = page.locator(".wide", { has: page.locator(".heat") });
    await box.evaluate((wide) => wide.scrollTo(100, 0));
    assert.ok(await box.evaluate((wide) => wide.scrollLeft > 0));
    const [outer, name] = [await box.boundingBox(), await page.locator(".heat tbody th").first().boundingBox()];
    assert.ok(Math.abs(name.x - outer.x) <= 1);
    await close(page);
});

test("what does not fit beside the most important columns stands in a second line of the row, without JavaScript too", async () => {
    for (const [name, width, isFolded] of [["leaderboard/draw-3.html", 1440, false], ["leaderboard/draw-3.html", 1024, true],
        ["leaderboard/draw-3.html", 390, true], ["index.html", 1440, false], ["index.html", 390, true],
        ["matches/made/1.html", 1440, false], ["matches/made/1.html", 390, true], ["bot/plain.html", 390, true]])
        for (const javaScriptEnabled of [true, false]) {
            const page = await open(url + name, { javaScriptEnabled, viewport: { width, height: 900 } });
            const found = await page.locator("table.fold:visible").evaluateAll((tables) => tables.map((table) => {
                const [line, cells] = [(cell) => cell.getBoundingClientRect().top, [...table.tBodies[0].rows[0].cells]];
                const [grown, late] = ["grow", "late"].map((kind) => cells.find((cell) => cell.matches("." + kind + ":not(:empty)")));
                return {
                    fits: table.scrollWidth <= table.parentElement.clientWidth,
                    isFolded: late ? line(late) > line(grown) + 8 : null,
                    hidden: cells.filter((cell) => !cell.checkVisibility() && cell.textContent !== "").length,
                };
            }));
            assert.ok(found.length > 0);
            for (const table of found)
                assert.deepEqual(table, { fits: true, isFolded: table.isFolded === null ? null : isFolded, hidden: 0 }, `${name} at ${width}`);
            assert.ok(found.some((table) => table.isFolded === isFolded), `${name} at ${width}`);
            await close(page);
        }
    const page = await open(url + "leaderboard/draw-3.html", PHONE);
    assert.ok(await page.locator("#list .whisker").first().isVisible(), "the interval is in view");
    assert.equal(await page.locator("#list td[data-l=Points]").first().evaluate((td) => getComputedStyle(td, "::before").content), '"Points "');
    await page.getByRole("searchbox").fill("plain");
    assert.equal(await page.locator("#list tbody tr:visible").count(), 1);
    await page.locator("#list th button", { hasText: "Points" }).click();
    assert.equal(await page.locator("#list th[aria-sort]").textContent(), "Points");
    await close(page);
});

test("the first page shows a table, as it is in the replay", async () => {
    const page = await open(url + "index.html");
    const shown = await page.locator(".highlight .cloth use").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("href")));
    const where = await page.locator(".highlight").evaluate((card) => card.getBoundingClientRect().top);
    assert.ok(shown.length > 3 && where < 900, "it is seen at once");
    const round = (await page.locator(".highlight p").first().textContent()).match(/the end of round (\d+)/)[1];
    await page.locator(".highlight h3 a").click();
    await page.locator(".rounds a[data-from]").nth(round - 1).click();
    await until(async () => await page.locator(".rounds [aria-current]").textContent() === round, "the round is open");
    const laid = page.locator(".cloth .at-wide use");
    assert.deepEqual(await laid.evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("href"))), shown);
    await close(page);
});

test("a band is drawn where one points at the name of a bot", async () => {
    const page = await open(url + "leaderboard/draw-3.html");
    const drawn = () => page.locator("figure.history canvas").evaluate((canvas) => canvas.toDataURL());
    const before = await drawn();
    await page.locator(".legend span").first().hover();
    await page.waitForFunction((old) => document.querySelector("figure.history canvas").toDataURL() !== old, before);
    await page.mouse.move(0, 0);
    await page.waitForFunction((old) => document.querySelector("figure.history canvas").toDataURL() === old, before);
    await page.locator(".legend span").first().focus();
    await page.waitForFunction((old) => document.querySelector("figure.history canvas").toDataURL() !== old, before);
    await close(page);
});

test("a cell of the cross table leads to the two bots, and from there to a match", async () => {
    const page = await open(url + "crosstable/block-2.html");
    await page.locator(".heat tbody td a").first().click();
    assert.match(await page.locator("h1").textContent(), / against /);
    await page.locator("tbody tr").first().locator("td:last-child a").first().click();
    assert.match(await page.title(), /made, match \d+/);
    await close(page);
});

test("matches are filtered by links, without JavaScript too, and pages keep the filter", async () => {
    for (const javaScriptEnabled of [true, false]) {
        const page = await open(url + "matches/made/1.html", { javaScriptEnabled });
        const choose = async (title, name) => {
            const choice = page.locator("details", { has: page.locator("summary", { hasText: title }) });
            await choice.locator("summary").click();
            await choice.getByRole("link", { name, exact: true }).click();
        };
        await choose("Bot:", "plain");
        await choose("Seat of the bot:", "1");
        await choose("Ended by:", "crash");
        assert.equal(new URL(page.url()).search, "?bot=plain&seat=1&end=crash");
        const rows = page.locator("main tbody tr");
        assert.ok(await rows.count() > 0);
        for (const row of await rows.all()) {
            assert.match(await row.locator("td:nth-child(2)").textContent(), /^(won|shared|lost)$/);
            assert.equal(await row.locator("td.grow a").nth(1).textContent(), "plain");
            assert.match(await row.locator("td[data-l=Ended]").textContent(), /^crash, seat /);
        }
        await page.getByRole("link", { name: "Show all matches" }).click();
        await choose("Ended by:", "the rules");
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
    const at = (page, step) => page.waitForFunction((id) => document.querySelector("tr[aria-current]")?.id === String(id), step);
    const ids = (page) => page.locator("tr[id]").evaluateAll((rows) => rows.map((row) => Number(row.id)));

    test("steps by keys and shows the tiles on the table", async () => {
        const page = await open(url + matchOf("block-2"));
        assert.equal(await current(page), 2, "opens at the first move");
        assert.equal(await laid(page), 1);
        await page.keyboard.press("ArrowLeft");
        assert.equal(await current(page), 1);
        assert.equal(await laid(page), 0);
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
        await page.waitForFunction((step) => document.querySelector("tr[aria-current]").id > step, from);
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
        await at(page, end + 2);
        await page.keyboard.press("ArrowLeft");
        await at(page, end + 1);
        assert.equal(await round(), 2);
        assert.equal(await page.locator("#view").inputValue(), "1", "the view stays");
        await page.keyboard.press("ArrowLeft");
        await at(page, end);
        assert.equal(await round(), 1);
        await page.keyboard.press("Shift+End");
        await page.waitForFunction((n) => document.querySelector(".rounds [aria-current]")?.textContent === String(n), last);
        await page.getByRole("link", { name: "First round" }).click();
        await at(page, 2);
        await page.locator("#speed").selectOption("4");
        await page.locator("#scrub").fill(String(end));
        await page.locator("[data-act=play]").click();
        await page.waitForFunction((step) => Number(document.querySelector("tr[aria-current]")?.id) > step + 1, end);
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
        assert.match(await said(), /^Step 2: .+, seat \d, leads \d-\d, 1 of 7 choices\.$/);
        assert.match(await page.locator("#clock").textContent(), /^[\d.]+ (us|ms|s), bank [\d.]+ (us|ms|s)$/);
        while (!/plays/.test(await said()))
            await page.keyboard.press("ArrowRight");
        assert.match(await said(), /^Step \d+: .+, seat \d, plays \d-\d at the (left|right) end(, lost \d+\.\d)?, (1 of \d choices|forced)\.$/);
        assert.equal(await page.locator(".cloth .at-wide .newest").count(), 1);
        await page.keyboard.press("p");
        const open_ends = [...new Set((await page.locator("tr[aria-current] td:nth-child(4)").textContent()).split(" "))];
        assert.match(await said(), new RegExp(`^Step \\d+: .+, seat \\d, passes: nothing fits ${open_ends.join(" or ")}\\.$`));
        const cloth = await page.locator(".board:not(.beside) .cloth").boundingBox();
        const moves = await page.locator("#replay > .wide").boundingBox();
        assert.ok(moves.x >= cloth.x + cloth.width, "the moves are beside the table");
        await close(page);
    });

    test("says what a mistake lost, and unfolds what the actions were worth", async () => {
        const page = await open(url + someMatch((text) => text.includes('data-kind="mistake"')));
        await page.keyboard.press("m");
        const said = await page.locator("#say").textContent();
        assert.match(said, /^Step \d+: .+, seat \d, (plays|leads) \d-\d.*, lost \d+\.\d, 1 of \d choices\.$/);
        await page.locator("tr[aria-current] summary").click();
        assert.match(await page.locator("tr[aria-current] details").innerText(), /^lost \d+\.\d\s+\d-\d@\d [-+]\d/);
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.locator("#say").textContent(), said, "unfolded values are not said");
        await close(page);
    });

    test("labels the open ends and raises the tiles that a seat could choose", async () => {
        const page = await open(url + matchOf("block-2"));
        await page.keyboard.press("Home");
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

    test("goes from pass to pass and from mistake to mistake through the rounds, of one seat if its hand is shown", async () => {
        for (const [key, kind, seat] of [["p", "pass", ""], ["p", "pass", "1"], ["m", "mistake", ""], ["m", "mistake", "1"]]) {
            const page = await open(url + matchOf("block-2") + (seat && "#1&seat=" + seat));
            const expected = [];
            for (const link of await page.locator(".rounds a[data-from]").evaluateAll((links) => links.map((each) => each.pathname))) {
                const text = await (await page.request.get(new URL(link, url).href)).text();
                const found = [...text.matchAll(/<tr id="(\d+)"[^>]*>/g)].filter(([row]) => row.includes(`data-kind="${kind}"`) &&
                    (!seat || row.includes(`data-seat="${seat}"`)));
                expected.push(...found.map(([, id]) => Number(id)));
            }
            if (expected[0] === await current(page)) /* the first move, at which the page opens */
                expected.shift();
            assert.ok(expected.length > 3);
            const before = await page.evaluate(() => history.length);
            for (const step of expected) {
                await page.keyboard.press(key);
                await at(page, step);
            }
            await page.keyboard.press(key);
            assert.match(await page.locator("#say").textContent(), new RegExp(`^No ${kind} (of seat 1 )?after this step of the match\\.$`));
            assert.equal(await current(page), expected.at(-1));
            assert.equal(await page.evaluate(() => history.length), before, "rounds are no history");
            await close(page);
        }
    });

    test("has its board in the first window of a phone", async () => {
        const page = await open(url + matchOf("block-2"), PHONE);
        assert.ok(await page.locator(".rounds").evaluate((nav) => nav.clientHeight < 60), "rounds are one line");
        assert.ok(await page.locator(".board:not(.beside) .cloth").evaluate((cloth) => cloth.getBoundingClientRect().top < 844 / 2));
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
        const page = await open(url + matchOf("block-2") + "#12", PHONE);
        assert.equal(await current(page), 12);
        const bottom = (selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().bottom);
        const top = () => page.locator(".board:not(.beside) .cloth").evaluate((e) => e.getBoundingClientRect().top);
        assert.ok(await top() >= await bottom("#controls") && await top() < 844, "the table is in sight");
        await page.evaluate(() => { location.hash = "#5"; });
        await at(page, 5);
        await page.locator("#scrub").fill("7");
        assert.equal(await current(page), 7);
        await close(page);
    });

    test("hides what a seat did not see", async () => {
        const page = await open(url + matchOf("draw-3") + "#3&seat=0");
        const closed = () => page.locator(".board:not(.beside) .hand.closed").evaluateAll((all) => all.map((hand) => hand.dataset.seat));
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
        assert.match(await page.title(), /made, match \d+, round 1 - /);
        await close(page);
    });

    test("shows the same deal in another match beside it, step by step", async () => {
        const page = await open(url + matchOf("block-2"));
        const beside = (page) => page.locator(".beside .cloth use:not(.off)").count();
        assert.ok(!await page.locator(".beside").isVisible());
        await page.locator("[data-act=beside]").click();
        assert.ok(await page.locator(".beside").isVisible());
        assert.deepEqual([await laid(page), await beside(page)], [1, 1]);
        const [own, other] = await page.locator(".board").evaluateAll((boards) => boards.map((board) => board.getBoundingClientRect()));
        assert.ok(other.left >= own.right && other.top === own.top, "side by side");
        await page.keyboard.press("End");
        assert.equal(await beside(page), await page.locator(".beside .cloth use").count(), "all its tiles at the end of the round");
        const hash = new URL(page.url()).hash;
        assert.match(hash, /&beside$/);
        await page.reload();
        assert.ok(await page.locator(".beside").isVisible(), "the address keeps it");
        await page.locator("#view").selectOption("0");
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.locator(".beside .hand.closed").count(), 1, "as seat 0 saw it, too");
        await page.locator("[data-act=beside]").click();
        assert.ok(!await page.locator(".beside").isVisible());
        await close(page);
    });

    test("has face-down doubles and arms of a spinner", async () => {
        const name = someMatch((text) => text.includes(", face down</td>"));
        const page = await open(url + name);
        assert.ok(await page.locator('.cloth .at-wide use[href="#b"]').count() > 0);
        await close(page);
    });

    test("is laid out for the width of a phone", async () => {
        const page = await open(url + matchOf("draw-3"), PHONE);
        await page.keyboard.press("End");
        assert.equal(await page.locator(".cloth .at-wide").isVisible(), false);
        const tile = await page.locator(".cloth .at-narrow use:not(.off)").first().boundingBox();
        assert.ok(Math.max(tile.width, tile.height) > 36, `a tile is ${tile.width} by ${tile.height}`);
        await close(page);
    });

    test("with eight seats has fewer than 2,500 elements and stays inside a phone", async () => {
        const folder = scratch();
        makePlayed(folder, "eight", 1, ...NAMES, ...MORE);
        const last = JSON.parse(execFileSync(program, ["matches", "--json", "--home", folder], { maxBuffer: 1 << 26 })).matches
            .filter((match) => match.variant === "draw-8" && match.end === "normal").at(-1).match;
        const own = await serve(folder);
        await isServed(`${own.url}match/eight/${last}.html`);
        const page = await open("about:blank", PHONE);
        for (let round = 1; round <= 8; round++) {
            await page.goto(`${own.url}match/eight/${last}${round > 1 ? "/" + round : ""}.html`);
            await page.keyboard.press("End");
            const [elements, scroll, client] = await page.evaluate(() => [document.querySelectorAll("*").length,
                document.documentElement.scrollWidth, document.documentElement.clientWidth]);
            assert.ok(elements < 2500 && elements > 1000, `${elements} elements`);
            assert.ok(scroll <= client, `round ${round} is ${scroll} wide`);
        }
        await close(page);
    });

    test("copies the match record", async () => {
        const page = await open(url + matchOf("block-2"), { permissions: ["clipboard-read", "clipboard-write"] });
        await page.locator("[data-act=copy]").click();
        await page.waitForFunction(() => document.getElementById("say").textContent === "Copied.");
        const record = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
        assert.equal(record.variant, "block-2");
        await close(page);
    });
});
