/* The script of the pages on which people play: the lobby, an invitation, a table. What a person does is sent by
 * fetch; what happens at the table is announced by an event and fetched as a part of the page. */
"use strict";

(() => {
    const refusal = document.getElementById("refusal");
    const every = (selector, root) => [...root.querySelectorAll(selector)];

    /* Posts a JSON object. Returns the answer, or undefined after saying why it was refused. */
    async function send(path, object) {
        refusal.textContent = "";
        try {
            const answer = await fetch(path, {
                method: "POST", body: JSON.stringify(object), headers: { "Content-Type": "application/json" },
            });
            const isJson = answer.headers.get("Content-Type") === "application/json";
            const said = isJson ? await answer.json() : { refusal: await answer.text() };
            if (answer.ok)
                return said;
            refusal.textContent = said.refusal;
        } catch {
            refusal.textContent = "no connection to the server; try again";
        }
        return undefined;
    }

    async function order(what, lobby) {
        const said = await send(lobby, what);
        if (said)
            location.assign(new URL(String(said.table), new URL(lobby, location.href)));
    }

    /* ---- the lobby ----------------------------------------------------------------------- */

    function lobby(form) {
        const find = document.getElementById("find");
        const rules = document.getElementById("rules");
        const labels = every(".games label", form);
        const game = () => form.querySelector("input[name=variant]:checked");

        /* Shows a chair for every seat of the game. */
        function arrange() {
            for (const chair of every(".chair", form)) {
                const seat = Number(chair.dataset.seat);
                chair.hidden = seat >= Number(game().dataset.seats);
                chair.querySelector(".partner").hidden = !("teams" in game().dataset) || seat !== 2;
            }
        }

        /* Names the bots as the page of a game does, or without a word of their strength. */
        function nameBots(page) {
            for (const option of every(".chair option[value]:not([value=''])", form))
                option.textContent = page?.querySelector(`[data-bot="${option.value}"]`)?.textContent ?? option.value;
        }

        /* Shows the rules of the game that is chosen, and how strong the bots are in it. */
        async function showGame() {
            const name = game().value;
            rules.querySelector("b").textContent = name;
            if (rules.dataset.of === name)
                return;
            rules.dataset.of = name;
            rules.querySelector(".rules").hidden = true;
            nameBots();
            const text = await fetch(`rules/${name}`).then((answer) => answer.ok ? answer.text() : "").catch(() => "");
            const page = text && new DOMParser().parseFromString(text, "text/html");
            if (rules.dataset.of !== name)
                return; /* another game was chosen meanwhile */
            if (page) {
                nameBots(page);
                rules.querySelector(".rules").replaceWith(page.querySelector(".rules"));
            } else {
                rules.dataset.of = "";
                rules.open = false; /* opening it asks again */
            }
        }

        find.addEventListener("input", () => {
            const words = find.value.toLowerCase().split(/\s+/);
            for (const label of labels)
                label.hidden = !words.every((word) => label.textContent.toLowerCase().includes(word));
            for (const family of every(".family", form))
                family.hidden = !family.querySelector("label:not([hidden])");
        });
        find.addEventListener("keydown", (event) => {
            if (event.key === "Enter")
                event.preventDefault(); /* it is no order */
        });
        form.addEventListener("change", () => {
            arrange();
            showGame();
        });
        rules.addEventListener("toggle", () => rules.open && showGame());
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            order({
                variant: game().value,
                name: document.getElementById("name").value,
                seats: every(".chair:not([hidden]) select", form).map((select) => select.value || null),
                clock: Number(document.getElementById("clock").value),
            }, "./");
        });
        arrange();
        showGame(); /* a browser may remember another choice */
        game().scrollIntoView({ block: "nearest" });
    }

    function invitation(form) {
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            const secret = location.pathname.split("/").pop();
            const name = document.getElementById("name").value;
            if (await send(`${form.dataset.table}/sit`, { invitation: secret, name }))
                location.assign(form.dataset.table);
        });
    }

    /* ---- what this browser keeps ---------------------------------------------------------- */

    /* Yes or no. Without anything that keeps it, it lasts until the page is left. */
    function preference(name) {
        let isSet = false;
        try {
            isSet = localStorage.getItem(name) === "yes";
        } catch {
            /* nothing is kept */
        }
        function flip() {
            isSet = !isSet;
            try {
                localStorage.setItem(name, isSet ? "yes" : "no");
            } catch {
                /* nothing is kept */
            }
        }
        return { isSet: () => isSet, flip };
    }

    /* The whole seconds until then. */
    const secondsTo = (end) => Math.max(0, Math.ceil((end - Date.now()) / 1000));

    /* ---- the next round ------------------------------------------------------------------- */

    /* Begins the next round by itself some seconds after the last one, unless the person reads: a key, a press outside
     * of the button, scrolling, "Wait" or a hidden page stops that. */
    function nextRound(root, begin) {
        const patience = preference("next-round-waits");
        let counted; /* the round after which the seconds were counted last */
        let ends = 0; /* when they are over; 0: they are not counted */
        const next = () => root.querySelector("[data-after]");

        function show() {
            const wait = root.querySelector(".wait");
            if (!wait)
                return;
            next().querySelector("span").textContent = ends ? ` in ${secondsTo(ends)} s` : "";
            wait.textContent = ends ? "Wait" : patience.isSet() ? "Continue by itself" : "Always wait";
            wait.hidden = false;
        }

        /* Counts the seconds once after each round. Returns what is to be said of it. */
        function prepare() {
            if (next()?.dataset.round !== counted) {
                counted = next()?.dataset.round;
                ends = !next() || patience.isSet() || document.hidden ? 0 : Date.now() + 1000 * Number(next().dataset.after);
            }
            show();
            return ends ? `The next round begins in ${next().dataset.after} seconds. Any key stops that.` : "";
        }

        function stop() {
            ends = 0;
            show();
        }

        /* What the button beside it does. */
        function press() {
            if (!ends) {
                patience.flip();
                counted = patience.isSet() ? counted : undefined;
                prepare();
            } else {
                stop();
            }
        }

        function tick() {
            if (ends && Date.now() < ends) {
                show();
            } else if (ends) {
                stop();
                begin();
            }
        }

        document.addEventListener("keydown", (event) => {
            const isPress = ["Enter", " "].includes(event.key) && event.target.closest(".wait");
            if (!isPress)
                stop();
        });
        document.addEventListener("pointerdown", (event) => event.target.closest(".wait, [data-after]") || stop());
        document.addEventListener("wheel", stop, { passive: true });
        document.addEventListener("visibilitychange", () => document.hidden && stop());
        setInterval(tick, 250);
        return { prepare, press, stop };
    }

    /* ---- a move that can be undone --------------------------------------------------------- */

    /* Sends a choice at once, or some seconds later if this person wants to be able to undo it. A move that was sent is
     * seen by others and cannot be undone. */
    function heldMove(root, timeLeft, make, tell) {
        const ENOUGH_MS = 5000; /* with less time the choice is sent at once */
        const wish = preference("moves-can-be-undone");
        let held, serial;
        let ends = 0; /* when the choice is sent; 0: none is held */
        const isHeld = (element) => ends && element.dataset.choice === held;

        function show() {
            const undo = root.querySelector(".undo");
            if (!undo)
                return;
            undo.hidden = false;
            undo.textContent = ends ? `Undo, ${secondsTo(ends)} s left` : wish.isSet() ? "No undo" : "Allow undo";
            for (const choice of every(".choice", root))
                choice.classList.toggle("held", Boolean(isHeld(choice)));
        }

        /* Another choice takes the place of one that is held. */
        function choose(choice) {
            const undo = root.querySelector(".undo");
            if (!undo || !wish.isSet() || timeLeft() < ENOUGH_MS) {
                make(choice);
                return;
            }
            held = choice;
            serial = root.firstElementChild.dataset.serial;
            ends = Date.now() + 1000 * Number(undo.dataset.hold);
            tell(`Your move is sent in ${undo.dataset.hold} seconds. Escape takes it back.`);
            show();
        }

        function undo() {
            ends = 0;
            show();
        }

        /* After the table was drawn anew. */
        function prepare() {
            if (root.firstElementChild.dataset.serial !== serial)
                ends = 0;
            show();
        }

        /* What the button does. */
        function press() {
            if (!ends)
                wish.flip();
            undo();
        }

        function tick() {
            if (ends && Date.now() < ends) {
                show();
            } else if (ends) {
                undo();
                make(held);
            }
        }

        setInterval(tick, 250);
        return { choose, undo, prepare, press };
    }

    /* ---- a table -------------------------------------------------------------------------- */

    function play(root) {
        const number = root.dataset.table;
        const say = document.getElementById("say");
        const seat = () => root.firstElementChild;
        let newest = Number(seat().dataset.version);
        let isBusy = false;
        let ends = 0; /* when the time for the choice is up */

        const act = (word, object) => send(`${number}/${word}`, object || {}).then(catchUp);
        const following = nextRound(root, () => act("next"));
        const timeLeft = () => Number(seat().dataset.left) < 0 ? Infinity : ends - Date.now();
        const make = (choice) => act("choose", { serial: Number(seat().dataset.serial), choice: Number(choice) });
        const move = heldMove(root, timeLeft, make, (text) => { say.textContent = text; });
        const choose = move.choose;
        const choices = () => every(".choice:not([hidden])", root);

        const choicesOf = (tile) => every(".choice", root).filter((choice) => choice.dataset.tile === tile.dataset.tile);

        /* Shows only the choices of this tile. */
        function showOnly(tile) {
            const own = choicesOf(tile);
            for (const choice of every(".choice", root))
                choice.hidden = !own.includes(choice);
            for (const other of every(".tile", root))
                other.classList.toggle("chosen", other === tile);
            say.textContent = "At which end?";
            return own;
        }

        /* Chooses a tile, or asks at which end. */
        function press(tile) {
            const own = choicesOf(tile);
            if (own.length === 1) {
                choose(own[0].dataset.choice);
                return;
            }
            showOnly(tile)[0].focus();
        }

        function showAll() {
            every(".choice", root).forEach((choice) => { choice.hidden = false; });
            every(".tile.chosen", root).forEach((tile) => tile.classList.remove("chosen"));
        }

        /* Moves the focus to what is to be done next. */
        function focus() {
            const next = root.querySelector(".main, .tile:not([disabled]), .choice");
            next?.focus({ preventScroll: true });
        }

        function show(html) {
            const had = root.contains(document.activeElement) || document.activeElement === document.body;
            const open = every("details[open]", root).map((details) => details.id);
            const before = seat().dataset.serial;
            const wasSure = root.querySelector(".leave.sure");
            const chosen = root.querySelector(".tile.chosen")?.dataset.tile;
            const focused = document.activeElement.dataset.choice;
            const held = document.activeElement.outerHTML;
            root.innerHTML = html;
            const tile = chosen && before === seat().dataset.serial && root.querySelector(`.tile[data-tile="${chosen}"]`);
            for (const id of open)
                root.querySelector(`#${id}`)?.setAttribute("open", "");
            if (wasSure)
                askAgain(root.querySelector(".leave"));
            prepare();
            if (tile) { /* it is still the same choice */
                const end = showOnly(tile).find((choice) => choice.dataset.choice === focused);
                if (had)
                    (end ?? tile).focus({ preventScroll: true });
            } else if (had) {
                /* As long as the same choice is to be made, or none, the focus stays on the same link or button. */
                const isSame = before === seat().dataset.serial;
                const kept = isSame && every("a, button, summary", root).find((e) => e.outerHTML === held);
                if (kept)
                    kept.focus({ preventScroll: true });
                else if (!isSame || document.activeElement === document.body)
                    focus();
            }
        }

        /* Leaving takes two presses. The first one still counts when the table is drawn anew. */
        function askAgain(button) {
            button?.classList.add("sure");
            button?.append(": press again to be sure");
        }

        function prepare() {
            const news = every("h2, .news", root).slice(0, 2).map((e) => e.textContent).concat(following.prepare()).join(" ");
            if (news.trim() && say.textContent !== news)
                say.textContent = news;
            ends = Date.now() + Number(seat().dataset.left);
            move.prepare();
            for (const button of every(".copy", root))
                button.hidden = !navigator.clipboard; /* browsers have it on safe addresses only */
        }

        /* Returns the table as this person sees it; "" if there is no seat any more; undefined if it did not come. */
        async function fetchSeat() {
            try {
                const answer = await fetch(`${number}/seat`);
                if (answer.ok)
                    return await answer.text();
                return [403, 404].includes(answer.status) ? "" : undefined;
            } catch {
                return undefined;
            }
        }

        /* Fetches until the newest version is shown. */
        async function catchUp() {
            if (isBusy)
                return;
            isBusy = true;
            try {
                let html;
                do {
                    html = await fetchSeat();
                    if (html)
                        show(html);
                    else if (html === "")
                        refusal.textContent = "This table has ended.";
                    else
                        await new Promise((resolve) => setTimeout(resolve, 2000));
                } while (html === undefined || (html && Number(seat().dataset.version) < newest));
            } finally {
                isBusy = false;
            }
        }

        root.addEventListener("click", (event) => {
            const button = event.target.closest("button");
            if (!button)
                return;
            if (button.classList.contains("tile"))
                press(button);
            else if (button.dataset.choice !== undefined)
                choose(button.dataset.choice);
            else if (button.dataset.order)
                order(JSON.parse(button.dataset.order), "./");
            else if (button.classList.contains("copy"))
                navigator.clipboard.writeText(button.previousElementSibling.href).then(() => { button.textContent = "Copied"; });
            else if (button.dataset.act === "leave" && !button.classList.contains("sure"))
                askAgain(button);
            else if (button.classList.contains("wait"))
                following.press();
            else if (button.classList.contains("undo"))
                move.press();
            else if (button.dataset.act) {
                following.stop();
                if (button.dataset.act === "leave")
                    move.undo();
                act(button.dataset.act);
            }
        });

        document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea"))
                return;
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (event.key >= "1" && event.key <= "9") {
                const choice = root.querySelector(`.choice[data-choice="${event.key - 1}"]`);
                if (choice)
                    choose(choice.dataset.choice);
            } else if (event.key === "Escape") {
                move.undo();
                showAll();
            } else if (step) {
                const row = document.activeElement.closest(".choices") ? choices() : every(".tile:not([disabled])", root);
                const at = row.indexOf(document.activeElement);
                row[(at + step + row.length) % row.length]?.focus();
                event.preventDefault();
            }
        });

        setInterval(() => {
            const time = document.getElementById("time");
            if (time)
                time.textContent = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
        }, 250);

        const events = new EventSource("../events");
        events.addEventListener("tables", (event) => {
            newest = JSON.parse(event.data)[number] || 0;
            if (newest !== Number(seat().dataset.version))
                catchUp();
        });
        addEventListener("pagehide", () => events.close());
        addEventListener("pageshow", (event) => event.persisted && location.reload());
        prepare();
        focus();
    }

    for (const [id, begin] of [["order", lobby], ["sit", invitation], ["table", play]]) {
        const root = document.getElementById(id);
        if (root)
            begin(root);
    }
})();
