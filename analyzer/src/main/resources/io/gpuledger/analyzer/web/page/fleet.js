// Draws the map of the fleet: every GPU is a cell. It asks for the present again and again, and lets what has changed
// fade from its old colour into its new one. Where scripts do not run, the table below has the same.
"use strict";

document.querySelectorAll(".cells").forEach(place => {
    const CELL = 10;
    const GAP = 2;
    const TITLE = 11;
    const FADE = 700;
    const EVERY = 15000;
    const LARGEST = 4;
    const LEAST = 130;
    const TALLEST = 768;
    const style = getComputedStyle(document.documentElement);
    const colourOf = name => rgb(style.getPropertyValue("--" + name).trim());
    const readout = place.nextElementSibling;
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d", {alpha: false});
    const zoom = document.createElement("div");
    let colours = {};
    let groups = [];
    let cells = [];
    let world = {width: 1, height: 1};
    let view = null;
    let chosen = -1;
    let isAsked = false;

    zoom.className = "zoom";
    for (const [text, label, what] of [["+", "Closer", () => scaleBy(1.4)], ["−", "Farther", () => scaleBy(1 / 1.4)],
        ["□", "All", () => fit()]]) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.setAttribute("aria-label", label);
        button.addEventListener("click", what);
        zoom.append(button);
    }
    place.append(canvas, zoom);

    function rgb(hex) {
        const number = parseInt(hex.slice(1), 16);
        return [number >> 16, number >> 8 & 255, number & 255];
    }

    function mix(one, other, part) {
        return one.map((value, i) => Math.round(value + (other[i] - value) * part));
    }

    function ofName(name) {
        let hash = 0;
        for (const letter of name) {
            hash = (hash * 31 + letter.codePointAt(0)) % 997;
        }
        const angle = hash / 997 * 2 * Math.PI;
        return [0, 2.1, 4.2].map(turn => Math.round(140 + 80 * Math.cos(angle + turn)));
    }

    function colour(gpu) {
        if (place.dataset.colour === "team") {
            return gpu.holders.length ? ofName(gpu.holders[0].team) : colours.free;
        }
        if (place.dataset.colour === "activity") {
            return gpu.activity === null ? colours.raised : mix(colours.free, colours.used, gpu.activity);
        }
        return colours[gpu.state];
    }

    function groupOf(node, gpu) {
        switch (place.dataset.group) {
            case "rack": return node.rack ?? "no rack is known";
            case "pool": return node.pool ?? "no pool is known";
            case "cluster": return node.cluster;
            case "sku": return gpu.sku || "no product is known";
            case "team": return gpu.holders.length ? gpu.holders[0].team : "nobody";
            default: return node.node || "no node is known";
        }
    }

    // Groups stand in rows, each as wide as it is high or a little wider; the whole is about as wide as the canvas.
    function layOut(data) {
        const byGroup = new Map();
        for (const node of data.nodes) {
            for (const gpu of node.gpus) {
                const name = groupOf(node, gpu);
                if (!byGroup.has(name)) {
                    byGroup.set(name, []);
                }
                byGroup.get(name).push({node, gpu});
            }
        }
        const before = new Map(cells.map(cell => [cell.key, cell]));
        const now = performance.now();
        const boxes = [...byGroup].sort(([one], [other]) => one.localeCompare(other, "en", {numeric: true}))
            .map(([name, all]) => {
                const columns = all.length <= 8 ? Math.min(4, all.length) : Math.ceil(Math.sqrt(all.length * 1.8));
                return {name, all, columns, width: columns * (CELL + GAP) + GAP * 3,
                    height: Math.ceil(all.length / columns) * (CELL + GAP) + TITLE + GAP * 3};
            });
        const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
        const aspect = place.clientWidth / Math.min(0.7 * innerHeight, TALLEST);
        const most = Math.max(Math.sqrt(area * aspect) * 1.03, ...boxes.map(box => box.width));
        let x = 0;
        let y = 0;
        let rowHeight = 0;
        groups = [];
        cells = [];
        for (const box of boxes) {
            if (x + box.width > most && x > 0) {
                x = 0;
                y += rowHeight;
                rowHeight = 0;
            }
            groups.push({name: box.name, x, y, width: box.width});
            box.all.forEach(({node, gpu}, i) => {
                const key = node.cluster + "/" + gpu.gpu;
                const old = before.get(key);
                const next = colour(gpu);
                const isOther = old && String(old.to) !== String(next);
                cells.push({key, node, gpu, to: next, from: isOther ? old.to : next, since: isOther ? now : 0,
                    x: x + (i % box.columns) * (CELL + GAP) + GAP, y: y + TITLE + Math.floor(i / box.columns) * (CELL + GAP)});
            });
            x += box.width;
            rowHeight = Math.max(rowHeight, box.height);
        }
        world = {width: most, height: y + rowHeight};
    }

    // A few cells need no more room than they take where they are largest.
    function size() {
        const height = world.height * Math.min(LARGEST, place.clientWidth / world.width);
        place.style.maxHeight = `${Math.max(LEAST, Math.ceil(height))}px`;
    }

    function fit() {
        const scale = Math.min(place.clientWidth / world.width, place.clientHeight / world.height, LARGEST);
        view = {scale, x: (place.clientWidth - world.width * scale) / 2, y: 0};
        ask();
    }

    function scaleBy(factor, at = {x: place.clientWidth / 2, y: place.clientHeight / 2}) {
        const scale = Math.min(12, Math.max(0.05, view.scale * factor));
        view = {scale, x: at.x - (at.x - view.x) * scale / view.scale, y: at.y - (at.y - view.y) * scale / view.scale};
        ask();
    }

    function ask() {
        if (!isAsked) {
            isAsked = true;
            requestAnimationFrame(draw);
        }
    }

    function draw(now) {
        isAsked = false;
        const ratio = devicePixelRatio;
        const width = Math.round(place.clientWidth * ratio);
        const height = Math.round(place.clientHeight * ratio);
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        const scale = view.scale * ratio;
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.fillStyle = `rgb(${colours.ground})`;
        pen.fillRect(0, 0, width, height);
        pen.setTransform(scale, 0, 0, scale, view.x * ratio, view.y * ratio);
        const left = -view.x / view.scale - CELL;
        const top = -view.y / view.scale - CELL;
        const right = left + place.clientWidth / view.scale + 2 * CELL;
        const bottom = top + place.clientHeight / view.scale + 2 * CELL;
        let isFading = false;
        let last = "";
        for (const cell of cells) {
            const part = Math.min(1, (now - cell.since) / FADE);
            isFading ||= part < 1;
            if (cell.x < left || cell.x > right || cell.y < top || cell.y > bottom) {
                continue;
            }
            const fill = `rgb(${part < 1 ? mix(cell.from, cell.to, Math.max(0, part)) : cell.to})`;
            if (fill !== last) {
                pen.fillStyle = last = fill;
            }
            pen.fillRect(cell.x, cell.y, CELL, CELL);
        }
        const letters = Math.min(TITLE - 3, 13 / view.scale);
        if (view.scale * letters >= 7) {
            pen.fillStyle = `rgb(${colours.faint})`;
            pen.font = `${letters}px system-ui, sans-serif`;
            for (const group of groups) {
                if (group.x + group.width >= left && group.x <= right && group.y >= top - TITLE && group.y <= bottom) {
                    pen.fillText(shortened(group, letters), group.x + GAP, group.y + TITLE - 3);
                }
            }
        }
        if (cells[chosen]) {
            pen.strokeStyle = `rgb(${colours.text})`;
            pen.lineWidth = 2 / view.scale;
            pen.strokeRect(cells[chosen].x - 1, cells[chosen].y - 1, CELL + 2, CELL + 2);
        }
        place.dataset.frames = Number(place.dataset.frames || 0) + 1;
        if (isFading) {
            ask();
        }
    }

    // Names of nodes differ at their end.
    function shortened(group, letters) {
        const most = Math.max(3, Math.floor((group.width - GAP) / (letters * 0.56)));
        return group.name.length <= most ? group.name : "…" + group.name.slice(1 - most);
    }

    function say(cell) {
        const parts = Object.entries(cell.gpu.gpus).map(([state, part]) => `${state} ${Math.round(100 * part)} %`);
        const holders = cell.gpu.holders.map(holder => `${holder.namespace}/${holder.pod} (${holder.team})`);
        readout.textContent = `${cell.gpu.sku || "GPU"} ${cell.gpu.gpu} on ${cell.node.node || "no known node"}: `
            + parts.join(", ") + (holders.length ? ", held by " + holders.join(", ") : "");
    }

    function at(event) {
        const box = canvas.getBoundingClientRect();
        return {x: event.clientX - box.left, y: event.clientY - box.top};
    }

    function cellAt(point) {
        const x = (point.x - view.x) / view.scale;
        const y = (point.y - view.y) / view.scale;
        return cells.findIndex(cell => x >= cell.x && x < cell.x + CELL + GAP && y >= cell.y && y < cell.y + CELL + GAP);
    }

    function choose(index) {
        chosen = index;
        if (cells[chosen]) {
            say(cells[chosen]);
        }
        ask();
    }

    function open(cell) {
        const query = new URLSearchParams({cluster: cell.node.cluster, gpu: cell.gpu.gpu});
        location.href = "gpu?" + query;
    }

    function show() {
        const cell = cells[chosen];
        const x = cell.x * view.scale + view.x;
        const y = cell.y * view.scale + view.y;
        if (x < 0 || y < 0 || x > place.clientWidth - 20 || y > place.clientHeight - 20) {
            view = {...view, x: place.clientWidth / 2 - cell.x * view.scale, y: place.clientHeight / 2 - cell.y * view.scale};
        }
    }

    // The next cell to the right, or in another row the nearest.
    function neighbour(key) {
        const here = cells[chosen];
        if (key === "ArrowLeft" || key === "ArrowRight") {
            return Math.min(cells.length - 1, Math.max(0, chosen + (key === "ArrowRight" ? 1 : -1)));
        }
        const sign = key === "ArrowDown" ? 1 : -1;
        let best = chosen;
        let least = Infinity;
        cells.forEach((cell, i) => {
            const down = sign * (cell.y - here.y);
            const distance = down + 3 * Math.abs(cell.x - here.x);
            if (down > 0 && distance < least) {
                least = distance;
                best = i;
            }
        });
        return best;
    }

    let drag = null;
    canvas.addEventListener("wheel", event => {
        event.preventDefault();
        scaleBy(Math.exp(-event.deltaY / 400), at(event));
    }, {passive: false});
    canvas.addEventListener("pointerdown", event => {
        drag = {...at(event), view, isMoved: false};
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
        const point = at(event);
        if (drag) {
            drag.isMoved ||= Math.hypot(point.x - drag.x, point.y - drag.y) > 4;
            view = {...drag.view, x: drag.view.x + point.x - drag.x, y: drag.view.y + point.y - drag.y};
            ask();
        } else {
            const index = cellAt(point);
            if (index >= 0 && index !== chosen) {
                choose(index);
            }
        }
    });
    canvas.addEventListener("pointerup", event => {
        const index = cellAt(at(event));
        if (drag && !drag.isMoved && index >= 0) {
            open(cells[index]);
        }
        drag = null;
    });
    place.addEventListener("keydown", event => {
        if (event.key.startsWith("Arrow") && cells.length) {
            event.preventDefault();
            choose(chosen < 0 ? 0 : neighbour(event.key));
            show();
        } else if (event.key === "Enter" && event.target === place && cells[chosen]) {
            open(cells[chosen]);
        } else if (event.key === "+" || event.key === "-") {
            scaleBy(event.key === "+" ? 1.4 : 1 / 1.4);
        } else if (event.key === "0") {
            fit();
        }
    });

    function dress() {
        colours = Object.fromEntries(["used", "underused", "idle", "starting", "unhealthy", "unobserved", "withheld",
            "stranded", "free", "ground", "raised", "text", "faint"].map(name => [name, colourOf(name)]));
    }

    async function load() {
        const answer = await fetch(place.dataset.source).catch(() => null);
        if (answer && answer.ok) {
            const {data} = await answer.json();
            dress();
            layOut(data);
            size();
            if (view) {
                ask();
            } else {
                fit();
            }
            if (chosen < 0) {
                readout.textContent = `${data.gpu_count} ${data.gpu_count === 1 ? "GPU" : "GPUs"}. Point at a cell, or use arrow keys.`;
            }
        } else if (!cells.length) {
            readout.textContent = "What each GPU is now cannot be told at the moment; it is asked for again.";
        }
    }

    load();
    setInterval(() => document.hidden || load(), EVERY);
    new ResizeObserver(() => view && fit()).observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", load);
});
