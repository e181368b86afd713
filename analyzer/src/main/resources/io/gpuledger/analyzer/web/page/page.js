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
    return [...table.rows].map(row => [...row.cells].map(csvCell).join(",")).join("\r\n") + "\r\n";
}

// A spreadsheet would take a name that begins like a formula for one.
function csvCell(cell) {
    const text = cell.innerText.trim().replace(/\s*\n\s*/g, ", ");
    const isFormula = /^[=+@\t\r-]/.test(text) && !/^[-+]?[\d.,]+( %)?$/.test(text);
    return '"' + (isFormula ? "'" : "") + text.replaceAll('"', '""') + '"';
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
    const field = document.querySelector(".search input");
    if (event.key === "/" && field && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        field.focus();
    }
});
