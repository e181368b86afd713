package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.store.findings.Mute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Makes a mute of what somebody sent, and says all that is wrong with that.
final class NewMute {
    /// These say what is muted.
    static final List<String> NAMES = List.of("cluster", "node", "gpu", "kind");

    static final Duration MOST = Duration.ofDays(90);

    private static final String UNTIL = "until";
    private static final String MINUTES = "minutes";
    private static final String WHO = "who";
    private static final String REASON = "reason";
    private static final List<String> KNOWN = Stream.concat(NAMES.stream(), Stream.of(UNTIL, MINUTES, WHO, REASON))
            .toList();
    private static final int TEXT_MAX = 500;

    private final MuteFields fields;
    private final Instant now;
    private final Consumer<String> problems;

    private NewMute(MuteFields fields, Instant now, Consumer<String> problems) {
        this.fields = fields;
        this.now = now;
        this.problems = problems;
    }

    /// Returns a mute that makes sense where no problem was said.
    static Mute of(MuteFields fields, Instant now, Consumer<String> problems) {
        return new NewMute(fields, now, problems).mute();
    }

    private Mute mute() {
        fields.texts().keySet().stream()
                .filter(name -> !KNOWN.contains(name))
                .sorted()
                .forEach(name -> problems.accept(
                        "no field is called %s; there is %s".formatted(name, String.join(", ", KNOWN))));
        fields.texts().forEach(this::look);
        if (NAMES.stream().allMatch(name -> get(name).isEmpty())) {
            problems.accept("name at least one of " + String.join(", ", NAMES));
        }
        get("kind")
                .filter(kind -> !FindingParameters.KINDS.contains(kind))
                .ifPresent(kind -> problems.accept("no kind is called %s; there is %s"
                        .formatted(kind, String.join(", ", FindingParameters.KINDS))));
        return new Mute(
                0,
                get("cluster"),
                get("node"),
                get("gpu"),
                get("kind"),
                now,
                until(),
                required(WHO, "say who you are in who"),
                required(REASON, "say why in reason"));
    }

    /// No text in the database has a NUL.
    private void look(String name, String text) {
        if (text.length() > TEXT_MAX || text.indexOf('\0') >= 0) {
            problems.accept("%s must have up to %d characters, and no NUL".formatted(name, TEXT_MAX));
        }
    }

    private Optional<String> get(String name) {
        return Optional.ofNullable(fields.texts().get(name)).map(String::strip);
    }

    private String required(String name, String problem) {
        var text = get(name);
        if (text.isEmpty()) {
            problems.accept(problem);
        }
        return text.orElse("");
    }

    private Instant until() {
        var until = get(UNTIL);
        var minutes = get(MINUTES);
        if (until.isPresent() == minutes.isPresent()) {
            problems.accept("say either until when, in until, or for how many minutes, in minutes");
            return now;
        }
        return until.map(this::time).orElseGet(() -> after(minutes.orElse("")));
    }

    private Instant time(String text) {
        try {
            var time = Instant.ofEpochMilli(WholeHours.parseAny(text));
            if (!time.isAfter(now) || time.isAfter(now.plus(MOST))) {
                problems.accept("until must lie in the next %d days".formatted(MOST.toDays()));
            }
            return time;
        } catch (IllegalArgumentException e) {
            problems.accept("until: %s %s".formatted(text, e.getMessage()));
            return now;
        }
    }

    private Instant after(String text) {
        try {
            var minutes = Integer.parseInt(text);
            if (minutes >= 1 && minutes <= MOST.toMinutes()) {
                return now.plus(Duration.ofMinutes(minutes));
            }
        } catch (NumberFormatException _) {
            // It is said below what it must be.
        }
        problems.accept("minutes must be a whole number from 1 to %d, which are %d days"
                .formatted(MOST.toMinutes(), MOST.toDays()));
        return now;
    }
}
