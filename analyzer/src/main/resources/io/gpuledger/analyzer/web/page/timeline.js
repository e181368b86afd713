"use strict";

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
