package io.gpuledger.simulator.script;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Guest;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// Reads of pods that hold nothing: those that wait, and guests.
final class Bystanders {
    private static final Duration QUIET = Duration.ofMinutes(30);

    private Bystanders() {}

    /// Reads on from the pod's name.
    static Wait waiting(String name, Words words, Span story) throws Problem {
        var pod = pod(name, words.next("team"), QUIET);
        words.require("for");
        var requests = new TreeMap<>(Map.of(Resource.GPU, (long) words.number("number of GPUs", 1)));
        var selector = new TreeMap<String, String>();
        if (words.skip("of")) {
            selector.put(NodeState.PRODUCT, NodeState.product(words.next("SKU", Model::named)));
        }
        if (words.skip("cpus")) {
            requests.put(Resource.CPU, (long) words.number("number of CPUs", 1));
        }
        var when = words.span(story);
        var gate = words.skip("gated") ? Optional.of(words.next("gate", Bystanders::gate)) : Optional.<Gate>empty();
        return new Wait(pod, ScriptFleet.CLUSTER, Ask.of(requests).selecting(selector), when, gate, Optional.empty());
    }

    private static Optional<Gate> gate(String word) {
        return Arrays.stream(Gate.values())
                .filter(gate -> gate.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    /// Reads on from the node.
    static Guest guest(Pod pod, String node, Words words, Span story) throws Problem {
        words.require("cpus");
        var ask = Ask.of(Map.of(Resource.CPU, (long) words.number("number of CPUs", 1)));
        return new Guest(pod, node, ask, words.span(story));
    }

    /// A pod that nobody made but who wrote the script; the same name has the same id in every story.
    static Pod pod(String name, String team, Duration idleAfter) {
        var uid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
        return new Pod(uid, team, name, new Pod.Workload("Pod", name), team, idleAfter);
    }

    static Pod pod(String name, String team) {
        return pod(name, team, QUIET);
    }

    /// Returns what is wrong with who waits: nobody does who could start.
    static List<String> problems(Story story) {
        if (story.waits().isEmpty()) {
            return List.of();
        }
        var scheduler = new Scheduler(Cluster.of(story).firstEntry().getValue());
        return story.waits().stream()
                .filter(wait -> wait.gate().isEmpty()
                        && scheduler.roomFrom(wait.ask(), wait.span()).isPresent())
                .map(wait -> "there is room for " + wait.pod().name() + " while it waits")
                .toList();
    }
}
