package io.gpuledger.analyzer.health;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What XIDs mean, and what is to be done about each. The books go by the table that is built in; what people are told
/// goes by it as well, unless they have said otherwise.
public record Xids(Map<Integer, Xid> byNumber) {
    /// How grave an XID is.
    public enum Grade {
        /// The GPU, or its node, cannot be used until it is mended.
        FATAL,
        /// The GPU works on, and is to be drained and reset.
        RESET,
        /// Nothing is to be done, as long as it stays with one.
        WATCH,
        /// The program did it, most likely.
        APPLICATION
    }

    /// Says what is to be done about an XID.
    public enum Remedy {
        RESET("Drain the GPU of its pods, and reset it."),
        REBOOT("Drain the node and restart it. If it comes again, have the board and its seat checked."),
        INSPECT("Drain the node, and have the board, its seat and its power cables checked."),
        WATCH("Nothing is to be done as long as it does not come again."),
        PROGRAM("Look at the program's log: the program did it, most likely.");

        private final String action;

        Remedy(String action) {
            this.action = action;
        }

        public String action() {
            return action;
        }
    }

    /// An XID, with what it means, as the end of a sentence.
    public record Xid(int number, Grade grade, Remedy remedy, String meaning) {}

    /// A table that was read, with all that is wrong with it.
    ///
    /// @param problems all that is wrong with it, a sentence each
    public record Parsed(Xids xids, List<String> problems) {
        public Parsed {
            problems = List.copyOf(problems);
        }
    }

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int WORDS = 4;

    public static final Xids BUILT_IN = read();

    public Xids {
        byNumber = Map.copyOf(byNumber);
    }

    /// Reads a table: on each line a number, a grade, a remedy and a meaning; `#` begins a comment line.
    public static Parsed parse(String name, String text) {
        var found = new HashMap<Integer, Xid>();
        var problems = new ArrayList<String>();
        var lines = text.lines().toList();
        for (var number = 1; number <= lines.size(); number++) {
            var line = lines.get(number - 1).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                var place = name + ":" + number;
                xid(line)
                        .ifPresentOrElse(
                                xid -> {
                                    if (found.put(xid.number(), xid) != null) {
                                        problems.add("%s: XID %d stands there twice".formatted(place, xid.number()));
                                    }
                                },
                                () -> problems.add(
                                        ("%s: `%s` is not a number, one of fatal, reset, watch, application, one of"
                                                        + " reset, reboot, inspect, watch, program, and a meaning")
                                                .formatted(place, line)));
            }
        }
        return new Parsed(new Xids(found), problems);
    }

    private static Optional<Xid> xid(String line) {
        var words = BLANKS.split(line, WORDS);
        return words.length == WORDS && words[0].matches("[0-9]{1,5}")
                ? constant(Grade.values(), words[1])
                        .flatMap(grade -> constant(Remedy.values(), words[2])
                                .map(remedy -> new Xid(Integer.parseInt(words[0]), grade, remedy, words[3])))
                : Optional.empty();
    }

    private static <E extends Enum<E>> Optional<E> constant(E[] all, String word) {
        for (var one : all) {
            if (one.name().equalsIgnoreCase(word)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /// Returns the same, but for what another table says.
    public Xids with(Xids others) {
        var all = new HashMap<>(byNumber);
        all.putAll(others.byNumber);
        return new Xids(all);
    }

    /// Returns what is known of an XID. One that stands nowhere is to be watched.
    public Xid of(int number) {
        return Optional.ofNullable(byNumber.get(number))
                .orElseGet(() -> new Xid(number, Grade.WATCH, Remedy.WATCH, "an error that the table does not name"));
    }

    public boolean isFatal(int number) {
        var known = byNumber.get(number);
        return known != null && known.grade() == Grade.FATAL;
    }

    /// Returns the numbers of those after which a GPU is of no use until it is mended.
    public Set<Integer> fatal() {
        return byNumber.keySet().stream().filter(this::isFatal).collect(Collectors.toUnmodifiableSet());
    }

    private static Xids read() {
        try (InputStream table = Xids.class.getResourceAsStream("xids.table")) {
            if (table == null) {
                throw new IllegalStateException("no table of XIDs");
            }
            var parsed = parse("xids.table", new String(table.readAllBytes(), StandardCharsets.UTF_8));
            if (!parsed.problems().isEmpty()) {
                throw new IllegalStateException(String.join("; ", parsed.problems()));
            }
            return parsed.xids();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
