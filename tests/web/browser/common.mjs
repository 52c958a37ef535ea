/* What the tests in browsers share: servers and folders, which finish() ends and deletes, pages of Debian's
 * chromium that must have no trouble, and the checks that every page passes. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { HtmlValidate } from "html-validate";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const build = process.env.DOM_BUILD;
export const program = path.join(build, "bin", "domino-arena");
export const PHONE = { viewport: { width: 390, height: 844 } };
const WAIT = 60000; /* a limit for a test that hangs; no test measures time with it */

let browser;
const folders = [], servers = new Set();

export function scratch() {
    folders.push(mkdtempSync(path.join(tmpdir(), "arena-web.")));
    return folders.at(-1);
}

/* Makes the database of a home with a tournament that was played to its end. */
export function makePlayed(home, name, sets, ...bots) {
    execFileSync(path.join(build, "tests", "web", "make_played"), [path.join(home, "arena.db"), name, "finished", String(sets), ...bots]);
}

/* Starts a server and returns its process and its address. */
export async function serve(home, ...options) {
    const process = spawn(program, ["serve", ...options, "--listen", "127.0.0.1:0", "--home", home]);
    const server = { process };
    servers.add(server);
    const line = await new Promise((resolve) => process.stdout.once("data", (data) => resolve(String(data))));
    server.url = line.match(/http:\S+/)[0];
    return server;
}

export async function stop(server) {
    servers.delete(server);
    const ended = new Promise((resolve) => server.process.once("exit", resolve));
    server.process.kill("SIGTERM");
    assert.equal(await ended, 0);
}

export async function finish() {
    await browser?.close();
    for (const server of servers)
        await stop(server);
    for (const folder of folders)
        rmSync(folder, { recursive: true, force: true });
}

/* Tries again and again until it is true. */
export async function until(isTrue, what) {
    for (const end = Date.now() + WAIT; !(await isTrue());)
        assert.ok(Date.now() < end, what);
}

/* Asks by a connection of its own: the server closes one that waits for the next request, which would then fail. */
export function ask(address) {
    return fetch(address, { headers: { connection: "close" } });
}

export function isServed(address) {
    return until(async () => (await ask(address)).status === 200, address);
}

/* Waits until a server has read its database to the end. Later it changes no page, unless a match is played. */
export async function isRead(address) {
    await isServed(address + "index.html");
    await until(async () => !(await (await ask(address + "index.html")).text()).includes("being read"), "all is read");
}

/* Opens a page. close() fails the test if the page had an error, a warning or a failed request. */
export async function open(where, options = {}) {
    browser ??= await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
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

export async function close(page) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
}

/* Lets the page note in `slides` each tile that begins to slide: the step in which it was laid, and how far from the centre
 * of the tile that leaves a hand it begins. */
export function noteSlides(page) {
    return page.evaluate(() => {
        const animate = Element.prototype.animate;
        const centre = (box) => [box.x + box.width / 2, box.y + box.height / 2];
        window.slides = [];
        Element.prototype.animate = function (...how) {
            const animation = animate.apply(this, how);
            const hand = document.querySelector(".board:not(.beside) .gone");
            animation.pause();
            const [[x, y], [toX, toY]] = [this, hand ?? this].map((e) => centre(e.getBoundingClientRect()));
            animation.play();
            window.slides.push({ step: Number(this.dataset.a), distance: Math.hypot(x - toX, y - toY) });
            return animation;
        };
    });
}

const validator = new HtmlValidate({
    extends: ["html-validate:standard"],
    rules: {
        "no-trailing-whitespace": "off", "long-title": "off", "require-sri": "off", "doctype-style": "off",
        "no-inline-style": "error", "void-style": "off", "valid-id": ["error", { relaxed: true }],
        "no-raw-characters": "off", "prefer-native-element": "off", "no-redundant-for": "off",
    },
});

export async function assertValid(name, text) {
    const report = await validator.validateString(text);
    const messages = report.results.flatMap((result) => result.messages);
    assert.deepEqual([...new Set(messages.map((m) => `${name}: ${m.ruleId}: ${m.message}`))].slice(0, 10), []);
}

/* Checks that a page of any browser fits the window, has the colours of the scheme, and passes axe. */
export async function assertFits(page, name, scheme) {
    const [scroll, client, ground] = await page.evaluate(() => [document.documentElement.scrollWidth,
        document.documentElement.clientWidth, getComputedStyle(document.body).backgroundColor]);
    assert.ok(scroll <= client, `${name} is ${scroll} wide`);
    assert.equal(ground === "rgb(20, 24, 23)", scheme === "dark", name);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run()).violations
        .filter((violation) => ["serious", "critical"].includes(violation.impact))
        .map((violation) => `${violation.id}: ${violation.nodes[0].html.slice(0, 200)}`));
    assert.deepEqual(found, [], name);
}

export async function assertUsable(address, scheme, width) {
    const page = await open(address, { colorScheme: scheme, viewport: { width, height: 844 } });
    await assertFits(page, address, scheme);
    await close(page);
}
