package io.gpuledger.simulator.script;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.exporter.device.simulated.Model.Profile;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Taint;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.script.Words.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The nodes of a script, which are all in one cluster, and what its statements call the GPUs there.
final class ScriptFleet {
    static final String CLUSTER = "cluster-a";
    private static final String ZONE = "zone-a";
    private static final int CPUS = 128;
    private static final long MEMORY_BYTES = 1L << 40;

    private final Map<String, Node> nodes = new LinkedHashMap<>();

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    Fleet fleet() {
        return new Fleet(List.copyOf(nodes.values()));
    }

    /// Reads on from the statement.
    void add(Words words) throws Problem {
        var name = words.next("name");
        var model = words.next("SKU", Model::named);
        var count = words.number("number of GPUs", 1);
        var layout = words.skip("mig") ? layout(words, model) : List.<Profile>of();
        var replicas = words.skip("replicas") ? words.number("number of replicas", 1) : 1;
        var taints = words.skip("tainted") ? List.of(words.next("taint", ScriptFleet::taint)) : List.<Taint>of();
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

    Gpu gpu(Words words) throws Problem {
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

    Unit unit(String place) throws Problem {
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

    /// Returns the name of one that is there.
    String node(Words words) throws Problem {
        return words.next("node", name -> Optional.ofNullable(nodes.get(name))).name();
    }
}
