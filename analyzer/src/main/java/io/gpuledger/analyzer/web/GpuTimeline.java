package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.store.gpus.GpuAccount;
import io.gpuledger.analyzer.store.gpus.GpuCourse;
import io.gpuledger.analyzer.store.gpus.GpuCourse.UnitCourse;
import io.gpuledger.analyzer.store.gpus.GpuPoint;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.Track.Value;
import io.gpuledger.analyzer.web.page.Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Draws what went on with a GPU, track below track: its states, who held it, what was found, and its readings.
record GpuTimeline(GpuAnswer answer) {
    private static final int BAND = 22;
    private static final double GIB = 1L << 30;
    private static final int TICKS = 6;

    private GpuCourse course() {
        return answer.course();
    }

    private Span window() {
        return course().window();
    }

    Node node() {
        var tracks = new ArrayList<Node>();
        tracks.add(states().node());
        tracks.add(holders().node());
        tracks.add(idle().node());
        tracks.add(events().node());
        course().units().forEach(unit -> tracks.addAll(readings(unit)));
        tracks.add(axis());
        return Element.of("div", tracks)
                .with("class", "timeline")
                .with("data-from", String.valueOf(window().from()))
                .with("data-to", String.valueOf(window().to()))
                .with("tabindex", "0")
                .with("role", "group")
                .with("aria-label", "What went on, minute by minute; arrow keys read values");
    }

    /// Each hour is a column of the states that it was in, and leads to that hour.
    private Track states() {
        var byHour = course().accounts().stream()
                .collect(Collectors.groupingBy(GpuAccount::hour, TreeMap::new, Collectors.toList()));
        var drawn = new ArrayList<Node>();
        byHour.forEach((hour, accounts) -> drawn.add(hour(Hour.from(hour), accounts)));
        return new Track(window(), "state", "by the hour", 34, drawn);
    }

    private Node hour(Span hour, List<GpuAccount> accounts) {
        var parts = new ArrayList<Node>();
        parts.add(Element.of("title", told(accounts)));
        var all = accounts.stream().mapToLong(GpuAccount::millis).sum();
        var from = 0.0;
        for (var state : StateOrder.ALL) {
            var millis = accounts.stream()
                    .filter(account -> account.state() == state)
                    .mapToLong(GpuAccount::millis)
                    .sum();
            if (millis > 0) {
                var to = from + (double) millis / all;
                parts.add(Track.part(window(), hour, state.word(), from, to, 34));
                from = to;
            }
        }
        var there = Address.ofGpu(
                        course().identity().cluster(), course().identity().gpu())
                .with(Moments.FROM.name(), Instant.ofEpochMilli(hour.from()).toString())
                .with(Moments.TO.name(), Instant.ofEpochMilli(hour.to()).toString());
        return Element.of("a", parts).with("href", there.toString()).with("tabindex", "-1");
    }

    private static String told(List<GpuAccount> accounts) {
        var hour = Period.time(Instant.ofEpochMilli(accounts.getFirst().hour()));
        return hour + ": "
                + accounts.stream()
                        .sorted(Comparator.comparingLong(account -> -account.millis()))
                        .map(account -> "%s%s %s"
                                .formatted(
                                        account.state().word(),
                                        account.owner()
                                                .map(owner -> " (" + owner.pod() + ")")
                                                .orElse(account.cause()
                                                        .map(cause -> " (" + cause + ")")
                                                        .orElse("")),
                                        Figures.percent(account.millis(), Hour.MILLIS)))
                        .collect(Collectors.joining(", "));
    }

    private Track holders() {
        var drawn = new ArrayList<Node>();
        var pods = course().holders().stream()
                .map(held -> held.namespace() + "/" + held.pod())
                .distinct()
                .toList();
        for (var held : course().holders()) {
            var pod = held.namespace() + "/" + held.pod();
            var at = pods.indexOf(pod);
            var title = Element.of("title", pod + " " + held.container());
            var lane = 1.0 / Math.max(1, lanes());
            var from = lane * (at % Math.max(1, lanes()));
            var until = held.until() + course().step();
            var rectangle =
                    Track.part(window(), new Span(held.since(), until), "holder h" + at % 4, from, from + lane, BAND);
            drawn.add(Element.of("g", title, rectangle));
        }
        return new Track(window(), "held by", pods.size() == 1 ? "1 pod" : pods.size() + " pods", BAND, drawn);
    }

    /// Returns how many hold it at once at the most: each of these needs a lane of its own.
    private int lanes() {
        return (int) course().holders().stream()
                .mapToLong(one -> course().holders().stream()
                        .filter(other -> other.since() <= one.since() && other.until() >= one.since())
                        .count())
                .max()
                .orElse(1);
    }

    private Track idle() {
        var drawn = course().idle().stream()
                .<Node>map(idle -> Element.of(
                        "g",
                        Element.of("title", "held idle by " + idle.namespace() + "/" + idle.pod()),
                        Track.part(window(), idle.span(), "idle", 0, 1, 12)))
                .toList();
        return new Track(window(), "idle", "", 12, drawn);
    }

    private Track events() {
        var drawn = new ArrayList<Node>();
        for (var stored : answer.findings().findings()) {
            var finding = stored.finding();
            var until = finding.closed().orElse(answer.at());
            var words = "%s: %s".formatted(finding.key().kind().word(), finding.evidence());
            drawn.add(Element.of(
                    "g",
                    Element.of("title", words),
                    Track.part(
                            window(),
                            new Span(finding.opened(), Math.max(until, finding.opened() + 1)),
                            "finding " + finding.severity().word(),
                            0.25,
                            0.75,
                            BAND)));
        }
        course().xids()
                .forEach(xid -> drawn.add(Element.of(
                        "g",
                        Element.of("title", "XID " + xid.number()),
                        Track.part(window(), new Span(xid.at(), xid.at() + 1), "xid", 0, 1, BAND))));
        return new Track(window(), "findings, XIDs", "", BAND, drawn);
    }

    private List<Node> readings(UnitCourse unit) {
        var named = unit.instance().map(number -> " of MIG " + number).orElse("");
        var total = unit.memoryTotal().orElse(max(unit, GpuPoint::memory));
        var limit = unit.powerLimit().orElse(max(unit, GpuPoint::power));
        var tracks = new ArrayList<Node>();
        line(unit, "activity" + named, "100 %", GpuPoint::activity, 1, 100, "%.1f %%", tracks);
        line(unit, "tensor cores" + named, "100 %", GpuPoint::tensor, 1, 100, "%.1f %%", tracks);
        line(
                unit,
                "memory" + named,
                String.format(Locale.ROOT, "%.0f GiB", total / GIB),
                GpuPoint::memory,
                total,
                1 / GIB,
                "%.1f GiB",
                tracks);
        line(unit, "power" + named, "%.0f W".formatted(limit), GpuPoint::power, limit, 1, "%.0f W", tracks);
        line(unit, "temperature" + named, "100 °C", GpuPoint::temperature, 100, 1, "%.0f °C", tracks);
        return tracks;
    }

    private static double max(UnitCourse unit, Function<GpuPoint, OptionalDouble> what) {
        return unit.points().stream()
                .mapToDouble(point -> what.apply(point).orElse(0))
                .max()
                .orElse(1);
    }

    /// Draws one kind of reading, unless it was never told.
    private void line(
            UnitCourse unit,
            String name,
            String scale,
            Function<GpuPoint, OptionalDouble> what,
            double most,
            double factor,
            String readout,
            List<Node> tracks) {
        var values = unit.points().stream()
                .map(point -> new Value(point.at(), times(what.apply(point), factor)))
                .toList();
        if (values.stream().anyMatch(value -> value.value().isPresent())) {
            tracks.add(Track.ofLine(window(), name, scale, values, most * factor, course().step(), readout)
                    .node());
        }
    }

    private static OptionalDouble times(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
    }

    private Node axis() {
        var ticks = new ArrayList<Node>();
        for (var i = 0; i <= TICKS; i++) {
            var at = window().from() + window().millis() * i / TICKS;
            ticks.add(Element.of("span", Period.tick(at, window())));
        }
        return Element.of(
                        "div",
                        Element.of("span", "UTC").with("class", "name"),
                        Element.of("div", ticks).with("class", "ticks"))
                .with("class", "track axis")
                .with("aria-hidden", "true");
    }
}
