// What pages can do where scripts run. Without them all the same is there to read.
"use strict";

// Sorts a table by a column. What is sorted by stands in the address behind "#", so that a link has it too.
const number = /^[^\d-]*(-?[\d,]+(\.\d+)?)/;

function valueOf(row, at) {
    const cell = row.cells[at];
    const text = cell ? (cell.dataset.value || cell.innerText).trim() : "";
    const found = /^[A-Z]{0,3}[\s$€<>=+-]*[\d,.]/.test(text) && number.exec(text);
    return found ? Number(found[1].replaceAll(",", "")) : text.toLowerCase();
}

function compare(one, other) {
    if (typeof one === typeof other) {
        return one < other ? -1 : one > other ? 1 : 0;
    }
    return typeof one === "number" ? -1 : 1;
}

function sort(table, at, isDown) {
    const rows = [...table.tBodies[0].rows].map((row, i) => ({row, i, value: valueOf(row, at)}));
    rows.sort((a, b) => (isDown ? compare(b.value, a.value) : compare(a.value, b.value)) || a.i - b.i);
    table.tBodies[0].append(...rows.map(({row}) => row));
    [...table.tHead.rows[0].cells].forEach((head, i) => {
        if (i === at) {
            head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        } else {
            head.removeAttribute("aria-sort");
        }
    });
}

function sorted() {
    const found = /^#sort=(\d+),(\d+),(up|down)$/.exec(location.hash);
    return found && {table: Number(found[1]), at: Number(found[2]), isDown: found[3] === "down"};
}

// A table as CSV, as it is shown. Where the API has a table of all rows, the page leads there besides.
function csv(table) {
    const line = row => [...row.cells].map(cell => '"' + cell.innerText.trim().replaceAll('"', '""') + '"').join(",");
    return [...table.rows].map(line).join("\r\n") + "\r\n";
}

function save(table) {
    const file = document.createElement("a");
    const name = (table.caption ? table.caption.innerText : "table").toLowerCase().replace(/[^a-z0-9]+/g, "-");
    file.href = URL.createObjectURL(new Blob([csv(table)], {type: "text/csv"}));
    file.download = name.slice(0, 40).replace(/^-|-$/g, "") + ".csv";
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 1000);
}

function button(text, label, onClick) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", onClick);
    return made;
}

function equip(table, index) {
    if (!table.tHead || table.tBodies.length !== 1 || table.tBodies[0].rows.length < 2) {
        return;
    }
    [...table.tHead.rows[0].cells].forEach((head, at) => {
        const text = head.textContent;
        if (!text) {
            return;
        }
        head.textContent = "";
        head.append(button(text, text + ": sort by this", () => {
            const isDown = head.getAttribute("aria-sort") !== "descending" && (at > 0 || head.hasAttribute("aria-sort"));
            sort(table, at, isDown);
            history.replaceState(history.state, "", `#sort=${index},${at},${isDown ? "down" : "up"}`);
        }));
    });
    if (table.caption) {
        const saves = button("CSV", "This table as CSV", () => save(table));
        saves.className = "csv";
        table.caption.append(" ", saves);
    }
}

const tables = [...document.querySelectorAll("main table")];
tables.forEach(equip);
const wanted = sorted();
if (wanted && tables[wanted.table]) {
    sort(tables[wanted.table], wanted.at, wanted.isDown);
}

// A slash leads to the search, as in many programs.
document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        document.querySelector(".search input").focus();
    }
});

// Over a timeline a line says what the values are there, and a time that is drawn over is looked at more closely. Arrow
// keys move the line; Enter looks closer.
document.querySelectorAll(".timeline").forEach(timeline => {
    const from = Number(timeline.dataset.from);
    const to = Number(timeline.dataset.to);
    const tracks = [...timeline.querySelectorAll("svg[data-readout]")].map(svg => ({
        name: svg.previousElementSibling.textContent,
        values: svg.dataset.readout.split(";").map(one => {
            const at = one.indexOf(",");
            return {at: Number(one.slice(0, at)), text: one.slice(at + 1)};
        }),
    }));
    const readout = document.querySelector(".readout");
    const cursor = document.createElement("div");
    const chosen = document.createElement("div");
    cursor.className = "cursor";
    chosen.className = "chosen";
    cursor.hidden = chosen.hidden = true;
    timeline.append(cursor, chosen);
    const drawing = () => timeline.querySelector("svg").getBoundingClientRect();
    const timeAt = x => {
        const box = drawing();
        return from + (to - from) * Math.min(1, Math.max(0, (x - box.left) / box.width));
    };
    const xOf = time => drawing().left - timeline.getBoundingClientRect().left + drawing().width * (time - from) / (to - from);
    const step = tracks.reduce((least, {values}) =>
        values.length > 1 ? Math.min(least, values[1].at - values[0].at) : least, 3600000);
    let now = null;
    let begin = null;

    function show(time) {
        now = time;
        cursor.hidden = false;
        cursor.style.left = xOf(time) + "px";
        const told = tracks.map(({name, values}) => {
            const value = values.findLast(one => one.at <= time);
            return value && time - value.at <= step ? `${name} ${value.text}` : null;
        }).filter(Boolean);
        readout.textContent = new Date(time).toISOString().slice(0, 16).replace("T", " ") + " UTC: "
            + (told.join(", ") || "nothing was told");
    }

    function look(one, other) {
        const minute = 60000;
        const least = Math.floor(Math.min(one, other) / minute) * minute;
        const most = Math.max(least + 5 * minute, Math.ceil(Math.max(one, other) / minute) * minute);
        const address = new URL(location.href);
        address.searchParams.delete("last");
        address.searchParams.set("from", new Date(least).toISOString());
        address.searchParams.set("to", new Date(most).toISOString());
        location.href = address;
    }

    timeline.addEventListener("pointermove", event => {
        show(timeAt(event.clientX));
        if (begin !== null) {
            chosen.hidden = false;
            chosen.style.left = xOf(Math.min(begin, now)) + "px";
            chosen.style.width = Math.abs(xOf(now) - xOf(begin)) + "px";
        }
    });
    timeline.addEventListener("pointerdown", event => {
        if (event.button === 0 && event.target.closest("svg")) {
            begin = timeAt(event.clientX);
        }
    });
    timeline.addEventListener("dragstart", event => event.preventDefault());
    document.addEventListener("pointerup", event => {
        const first = begin;
        begin = null;
        chosen.hidden = true;
        if (first !== null && Math.abs(xOf(timeAt(event.clientX)) - xOf(first)) > 8) {
            timeline.addEventListener("click", click => click.preventDefault(), {capture: true, once: true});
            look(first, timeAt(event.clientX));
        }
    });
    timeline.addEventListener("keydown", event => {
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
            event.preventDefault();
            const moved = (now === null ? to : now) + (event.key === "ArrowLeft" ? -step : step);
            show(Math.min(to - 1, Math.max(from, moved)));
        } else if (event.key === "Enter" && now !== null && event.target === timeline) {
            look(now - (to - from) / 8, now + (to - from) / 8);
        }
    });
});

// A page that says how often it is anew is loaded again while somebody looks at it, and is as far down as it was.
const refresh = Number(document.querySelector("main > [data-refresh]")?.dataset.refresh);
if (refresh) {
    setInterval(async () => {
        if (document.hidden || document.activeElement.closest("main form, main details")) {
            return;
        }
        const answer = await fetch(location.href, {headers: {Accept: "text/html"}}).catch(() => null);
        if (answer && answer.ok) {
            const next = new DOMParser().parseFromString(await answer.text(), "text/html");
            document.querySelector("main").replaceWith(next.querySelector("main"));
            document.querySelectorAll("main table").forEach(equip);
        }
    }, refresh * 1000);
}
