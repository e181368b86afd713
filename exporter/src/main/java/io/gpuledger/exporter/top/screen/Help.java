package io.gpuledger.exporter.top.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws the help: what keys do, and what columns mean.
final class Help {
    private static final List<String> TEXT = List.of(
            "q            quit; closes this page, too",
            "j k, arrows  the next or the one before (page up and down, home, end)",
            "Enter        all that is known of the selected GPU or instance",
            "/            show only what is held by a name with this in it; Esc shows all",
            "s, r         sort by the next column, turn the order round",
            "p, space     pause: nothing moves until it is pressed again",
            "",
            "UTIL         the part of the time in which a kernel ran",
            "SM TENS DRAM the part in which multiprocessors, tensor cores, memory were active",
            "ENG          the part in which the engine was active",
            "             all of them of the time between two looks at the exporter",
            "HELD BY      namespace/pod/container; in rows of their own those who share it,",
            "             with what each used of it",
            "yellow       held and idle");

    private Help() {}

    static List<Line> lines() {
        var lines = new ArrayList<Line>();
        TEXT.forEach(text -> lines.add(Line.of(text, Style.PLAIN)));
        var at = TEXT.indexOf("");
        lines.add(at, Line.of("g t w m      sort by " + words(0, 4), Style.PLAIN));
        lines.add(at + 1, Line.of("u a h        sort by " + words(4, Sort.values().length), Style.PLAIN));
        return lines;
    }

    private static String words(int from, int to) {
        return Stream.of(Sort.values())
                .skip(from)
                .limit(to - from)
                .map(Sort::word)
                .collect(Collectors.joining(", "));
    }
}
