/* The pages in Debian's firefox-esr, driven by WebDriver BiDi: what another engine than chromium's could break.
 * browser.test.mjs tries everything else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { assertFits, finish, isRead, makePlayed, scratch, serve } from "./common.mjs";

const PAGES = ["index.html", "tournaments.html", "submit.html", "leaderboard/draw-3.html", "crosstable/draw-3.html", "bot/plain.html",
    "tournament/made.html", "matches/made/1.html", "versus/plain/other.html", "match/made/1.html"];
const SCHEMES = { light: 1, dark: 0 }; /* values of the preference that a user sets */

let url;

before(async () => {
    const home = scratch();
    makePlayed(home, "made", 20, "plain", "other", "third");
    ({ url } = await serve(home));
    await isRead(url);
});

after(finish);

/* Runs `use` with a page in a browser of that colour scheme. Fails if the page had an error or a warning. */
async function withPage(scheme, width, use) {
    const browser = await puppeteer.launch({
        browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true,
        extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": SCHEMES[scheme] },
    });
    const troubles = [];
    try {
        const page = await browser.newPage();
        page.on("console", (message) => ["error", "warn"].includes(message.type()) && troubles.push(message.text()));
        page.on("pageerror", (error) => troubles.push(String(error)));
        await page.setViewport({ width, height: 844 });
        await use(page);
    } finally {
        await browser.close();
    }
    assert.deepEqual(troubles, []);
}

for (const [scheme, width] of [["light", 1440], ["dark", 390]])
    test(`every kind of page in ${scheme} at ${width} fits the window and passes axe`, () =>
        withPage(scheme, width, async (page) => {
            for (const name of PAGES) {
                assert.equal((await page.goto(url + name)).status(), 200, name);
                await assertFits(page, name, scheme);
            }
        }));

test("a list is sorted and filtered by keys", () => withPage("light", 1440, async (page) => {
    await page.goto(url + "leaderboard/draw-3.html");
    const values = () => page.$$eval("#list tbody tr:not([hidden])", (rows) => rows.map((row) => Number(row.cells[2].dataset.v)));
    await page.$$eval("#list th button", (all) => all.find((button) => button.textContent === "Elo").focus());
    await page.keyboard.press("Enter");
    assert.deepEqual(await values(), (await values()).toSorted((a, b) => b - a));
    await page.keyboard.press("Enter");
    assert.deepEqual(await values(), (await values()).toSorted((a, b) => a - b));
}));

test("a replay goes step by step by keys", () => withPage("light", 1440, async (page) => {
    await page.goto(url + "match/made/1.html");
    const spoken = () => page.$eval("#say", (element) => element.textContent);
    const seen = new Set();
    for (let i = 0; i < 5; i++) {
        await page.keyboard.press("ArrowRight");
        seen.add(await spoken());
    }
    assert.equal(seen.size, 5, [...seen].join("\n"));
}));
