package io.gpuledger.simulator.script;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.exporter.device.simulated.Model.Profile;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Taint;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads a story. Each line is a statement, `#` begins a comment, times count from the story's begin:
///
///     node NAME SKU COUNT [mig PROFILE,...] [replicas N] [tainted KEY=VALUE]
///     pod NAME TEAM on NODE/GPU[.UNIT],... from TIME to TIME doing WORK [replicas N] [idle-after TIME]
///     waiting NAME TEAM for N [of SKU] [cpus N] from TIME to TIME [gated owner|queue]
///     guest NAME TEAM on NODE cpus N from TIME to TIME
///     lost|stuck|remap-failed NODE/GPU from TIME to TIME
///     xid NUMBER NODE/GPU from TIME to TIME
///     dark|not-ready|cordoned|maintained NODE from TIME to TIME
///     skewed NODE by TIME from TIME to TIME
///
/// WORK is a pattern (training, serving, decode, notebook, batch, hung, crash-loop) or an activity like 35%. All that
/// is wrong is told at once, and that a pod waits for which there is room.
public final class Script {
    static final String CLUSTER = "cluster-a";
    private static final String ZONE = "zone-a";
    private static final Duration QUIET = Duration.ofMinutes(30);
    private static final int CPUS = 128;
    private static final long MEMORY_BYTES = 1L << 40;

    private final Span span;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
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
        if (script.nodes.isEmpty() && script.problems.isEmpty()) {
            script.problems.add("there is no node in it");
        }
        script.throwProblems();
        var story = new Story(
                new Fleet(List.copyOf(script.nodes.values())),
                span,
                script.holds,
                script.troubles,
                script.waits,
                script.guests);
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
            case "node" -> node(words);
            case "pod" -> pod(words);
            case "waiting" -> waits.add(Bystanders.waiting(newName(words), words, span));
            case "guest" -> {
                var pod = Bystanders.pod(newName(words), words.next("team"));
                words.require("on");
                guests.add(Bystanders.guest(pod, onNode(words), words, span));
            }
            case "lost" -> troubles.add(new Trouble.Lost(gpu(words).uuid(), words.span(span)));
            case "stuck" -> troubles.add(new Trouble.Stuck(gpu(words).uuid(), words.span(span)));
            case "remap-failed" -> {
                var gpu = gpu(words);
                if (!gpu.isProfiled()) {
                    throw new Problem(gpu.sku() + " does not remap rows");
                }
                troubles.add(new Trouble.RemapFailed(gpu.uuid(), words.span(span)));
            }
            case "xid" -> {
                var number = words.number("XID", 1);
                troubles.add(new Trouble.FatalXid(gpu(words).uuid(), number, words.span(span)));
            }
            case "dark" -> troubles.add(new Trouble.Dark(onNode(words), words.span(span)));
            case "not-ready" -> troubles.add(new Trouble.NotReady(onNode(words), words.span(span)));
            case "cordoned" -> troubles.add(new Trouble.Cordoned(onNode(words), words.span(span)));
            case "maintained" -> troubles.add(new Trouble.Maintained(onNode(words), words.span(span)));
            case "skewed" -> {
                var node = onNode(words);
                words.require("by");
                var fast = words.duration().toSeconds();
                troubles.add(new Trouble.Skewed(node, fast, words.span(span)));
            }
            default -> throw new Problem("`" + statement + "` is no statement");
        }
    }

    private void node(Words words) throws Problem {
        var name = words.next("name");
        var model = words.next("SKU", Model::named);
        var count = words.number("number of GPUs", 1);
        var layout = words.skip("mig") ? layout(words, model) : List.<Profile>of();
        var replicas = words.skip("replicas") ? words.number("number of replicas", 1) : 1;
        var taints = words.skip("tainted") ? List.of(words.next("taint", Script::taint)) : List.<Taint>of();
        var gpus = new ArrayList<Gpu>();
        for (var index = 0; index < count; index++) {
            gpus.add(new Gpu("GPU-" + uuid(name + "/" + index), index, model, layout, replicas));
        }
        if (nodes.putIfAbsent(name, new Node(CLUSTER, name, gpus, CPUS, MEMORY_BYTES, ZONE, taints)) != null) {
            throw new Problem("there is a node " + name + " already");
        }
    }

    private static Optional<Taint> taint(String word) {
        var equals = word.indexOf('=');
        return equals > 0
                ? Optional.of(new Taint(word.substring(0, equals), word.substring(equals + 1)))
                : Optional.empty();
    }

    private static List<Profile> layout(Words words, Model model) throws Problem {
        var profiles = new ArrayList<Profile>();
        for (var name : words.next("profile").split(",", -1)) {
            profiles.add(model.profile(name).orElseThrow(() -> new Problem("%s has no %s".formatted(model, name))));
        }
        if (profiles.stream().mapToInt(Profile::computeSlices).sum() > model.computeSlices()
                || profiles.stream().mapToInt(Profile::memorySlices).sum() > model.memorySlices()) {
            throw new Problem("%s has no room for all of these".formatted(model));
        }
        return profiles;
    }

    /// The same name has the same UUID in every story.
    private static UUID uuid(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    private void pod(Words words) throws Problem {
        var name = newName(words);
        var team = words.next("team");
        words.require("on");
        var units = new ArrayList<Unit>();
        var nodes = new HashSet<String>();
        for (var place : words.next("place").split(",", -1)) {
            units.add(unit(place));
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

    private Gpu gpu(Words words) throws Problem {
        return gpu(words.next("place"));
    }

    private Gpu gpu(String place) throws Problem {
        var slash = place.lastIndexOf('/');
        return Words.whole(place.substring(slash + 1))
                .flatMap(index -> Optional.ofNullable(nodes.get(place.substring(0, Math.max(slash, 0))))
                        .filter(node -> index < node.gpus().size())
                        .map(node -> node.gpus().get(index)))
                .orElseThrow(() -> new Problem("there is no GPU " + place));
    }

    private Unit unit(String place) throws Problem {
        var dot = place.lastIndexOf('.');
        if (dot < place.lastIndexOf('/')) {
            return unit(place, gpu(place), 0);
        }
        var number = Words.whole(place.substring(dot + 1)).orElseThrow(() -> noUnit(place));
        return unit(place, gpu(place.substring(0, dot)), number);
    }

    private static Unit unit(String place, Gpu gpu, int number) throws Problem {
        if (number >= gpu.units().size()) {
            throw noUnit(place);
        }
        return gpu.units().get(number);
    }

    private static Problem noUnit(String place) {
        return new Problem("there is no unit " + place);
    }

    private String onNode(Words words) throws Problem {
        return words.next("node", name -> Optional.ofNullable(nodes.get(name))).name();
    }
}
