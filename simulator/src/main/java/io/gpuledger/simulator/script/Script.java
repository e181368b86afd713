package io.gpuledger.simulator.script;

import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Activity;
import io.gpuledger.simulator.story.Guest;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import io.gpuledger.simulator.story.Wait;
import io.gpuledger.simulator.work.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads a story. Each line is a statement, `#` begins a comment, times count from the story's begin:
///
///     node NAME SKU COUNT [mig PROFILE,...] [replicas N] [tainted KEY=VALUE]
///     pod NAME TEAM on NODE/GPU[.UNIT],... from TIME to TIME doing WORK [replicas N] [idle-after TIME]
///     waiting NAME TEAM for N [of SKU] [cpus N] from TIME to TIME [gated owner|queue]
///     guest NAME TEAM on NODE cpus N from TIME to TIME
///     lost|stuck|remap-failed|missing NODE/GPU from TIME to TIME
///     xid NUMBER NODE/GPU from TIME to TIME
///     counts xid NUMBER NODE/GPU N times at TIME
///     counts corrected|uncorrected|single-bit|double-bit NODE/GPU N times at TIME
///     sram-exceeded|remap-pending|retirement-pending NODE/GPU from TIME to TIME
///     hot|memory-hot NODE/GPU at CELSIUS from TIME to TIME
///     throttled NODE/GPU to PART by REASON from TIME to TIME
///     slowed NODE/GPU to PART from TIME to TIME
///     pcie-replays NODE/GPU N a-minute from TIME to TIME
///     pcie-lanes|pcie-generation|nvlink-down NODE/GPU N from TIME to TIME
///     nvlink-errors NODE/GPU crc|replay|recovery N a-second from TIME to TIME
///     unjoined NODE/GPU from TIME to TIME
///     orphan-memory NODE/GPU N GiB from TIME to TIME
///     filled NODE/GPU to PART from TIME to TIME
///     creeping NODE/GPU by PART an-hour from TIME to TIME
///     vbios NODE/GPU VERSION from TIME [to TIME]
///     ecc-off NODE/GPU from TIME [to TIME]
///     power-limit|clock-max NODE/GPU N from TIME [to TIME]
///     dark|not-ready|cordoned|maintained NODE from TIME to TIME
///     skewed NODE by TIME from TIME to TIME
///     driver NODE VERSION from TIME [to TIME]
///     unready NODE DAEMONSET from TIME to TIME
///     labelled NODE KEY=VALUE from TIME to TIME
///     condition NODE TYPE from TIME to TIME
///     unoffered NODE/GPU from TIME to TIME
///
/// WORK is a pattern (training, serving, decode, notebook, batch, hung, crash-loop) or an activity like 35%, which
/// PART is as well. REASON is hw_thermal, sw_thermal, hw_power_brake or power_cap. All that is wrong is told at
/// once, and that a pod waits for which there is room.
public final class Script {
    private static final Duration QUIET = Duration.ofMinutes(30);

    private final Span span;
    private final ScriptFleet fleet = new ScriptFleet();
    private final List<Hold> holds = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();
    private final List<Guest> guests = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Script(Span span) {
        this.span = span;
    }

    public static Story read(String text, Span span) {
        var script = new Script(span);
        var lines = text.lines().toList();
        IntStream.range(0, lines.size()).forEach(line -> script.read(line + 1, lines.get(line)));
        if (script.fleet.isEmpty() && script.problems.isEmpty()) {
            script.problems.add("there is no node in it");
        }
        script.throwProblems();
        var story = new Story(script.fleet.fleet(), span, script.holds, script.troubles, script.waits, script.guests);
        script.problems.addAll(Bystanders.problems(story));
        script.throwProblems();
        return story;
    }

    private void throwProblems() {
        if (!problems.isEmpty()) {
            throw new BadScriptException(problems);
        }
    }

    private void read(int line, String text) {
        var words = new Words(text);
        try {
            if (!words.isEmpty()) {
                read(words);
                words.end();
            }
        } catch (Problem problem) {
            problems.add("line " + line + ": " + problem.what());
        }
    }

    private void read(Words words) throws Problem {
        var statement = words.next("statement");
        switch (statement) {
            case "node" -> fleet.add(words);
            case "pod" -> pod(words);
            case "waiting" -> waits.add(Bystanders.waiting(newName(words), words, span));
            case "guest" -> {
                var pod = Bystanders.pod(newName(words), words.next("team"));
                words.require("on");
                guests.add(Bystanders.guest(pod, fleet.node(words), words, span));
            }
            default -> troubles.add(new Troubles(fleet, span).read(statement, words));
        }
    }

    private void pod(Words words) throws Problem {
        var name = newName(words);
        var team = words.next("team");
        words.require("on");
        var units = new ArrayList<Unit>();
        var nodes = new HashSet<String>();
        for (var place : words.next("place").split(",", -1)) {
            units.add(fleet.unit(place));
            nodes.add(place.substring(0, place.lastIndexOf('/')));
        }
        if (nodes.size() > 1) {
            throw new Problem("a pod is on one node");
        }
        var held = words.span(span);
        words.require("doing");
        var work = words.next("work");
        var replicas = words.skip("replicas") ? words.number("number of replicas", 1) : 1;
        var idleAfter = words.skip("idle-after") ? words.duration() : QUIET;
        var pod = Bystanders.pod(name, team, idleAfter);
        for (var unit : units) {
            if (replicas > unit.gpu().replicas()) {
                throw new Problem(
                        "%s has %d replicas".formatted(unit.id(), unit.gpu().replicas()));
            }
            var hold = new Hold(pod, unit, replicas, held.from(), held, activity(work, held, unit));
            requireRoom(hold);
            holds.add(hold);
        }
    }

    private void requireRoom(Hold hold) throws Problem {
        var beside = holds.stream()
                .filter(other -> other.unit().equals(hold.unit())
                        && other.span().within(hold.span()).seconds() > 0)
                .toList();
        for (var other : beside) {
            var second = Math.max(other.span().from(), hold.span().from());
            var held = beside.stream()
                    .filter(one -> one.span().contains(second))
                    .mapToInt(Hold::replicas)
                    .sum();
            if (held + hold.replicas() > hold.unit().gpu().replicas()) {
                throw new Problem("%s is held by %s then"
                        .formatted(hold.unit().id(), other.pod().name()));
            }
        }
    }

    /// One pod is one line of a script, so its holds begin and end together.
    private String newName(Words words) throws Problem {
        var pod = words.next("name");
        var pods = Stream.of(
                        holds.stream().map(Hold::pod),
                        waits.stream().map(Wait::pod),
                        guests.stream().map(Guest::pod))
                .flatMap(Function.identity());
        if (pods.anyMatch(other -> other.name().equals(pod))) {
            throw new Problem("there is a pod " + pod + " already");
        }
        return pod;
    }

    private static Activity activity(String work, Span held, Unit unit) throws Problem {
        if (work.matches("(100|\\d{1,2}(\\.\\d)?)%")) {
            var sm = (int) Math.round(Double.parseDouble(work.substring(0, work.length() - 1)) * 10);
            var load = new Load(sm, sm, sm / 2, sm / 2, 500, 0, 0);
            return _ -> load;
        }
        var pattern = Pattern.named(work).orElseThrow(() -> new Problem("`" + work + "` is no work"));
        return pattern.from(held.from(), unit.id().hashCode(), unit.gpu().replicas());
    }
}
