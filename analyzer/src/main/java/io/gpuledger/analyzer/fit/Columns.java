package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.fit.Check.Sight;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Says for each node which others look the same, by what is looked at. Each way of looking is worked out
/// once, when it is first asked for. One thread uses it.
final class Columns {
    private final List<Place> places;
    private final int[] same;
    private final Map<String, Label> labels;
    private final Map<Sight, int[]> others;
    private final Map<String, long[]> free = new HashMap<>();
    private final Map<String, long[]> most;

    /// A label of all nodes.
    static final class Label {
        private final int[] of;
        private final List<Optional<String>> values;

        private Label(int[] of, List<Optional<String>> values) {
            this.of = of;
            this.values = values;
        }

        /// Returns the number of each node's value; those that do not have the label have 0.
        int[] of() {
            return of;
        }

        int count() {
            return values.size();
        }

        Optional<String> value(int number) {
            return values.get(number);
        }

        Optional<String> valueOf(int node) {
            return values.get(of[node]);
        }
    }

    Columns(List<Place> places) {
        this(places, new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    private Columns(List<Place> places, Map<String, Label> labels, Map<Sight, int[]> others, Map<String, long[]> most) {
        this.places = places;
        this.most = most;
        this.same = new int[places.size()];
        this.labels = labels;
        this.others = others;
    }

    /// Returns the columns where only what is taken of one node, and who is there, is different.
    Columns with(int node, List<Place> changed) {
        var rest = new HashMap<>(others);
        rest.remove(new Sight.Ports());
        var next = new Columns(changed, labels, rest, most);
        free.forEach((resource, column) -> {
            var copy = column.clone();
            copy[node] = changed.get(node).free(resource);
            next.free.put(resource, copy);
        });
        return next;
    }

    /// Returns a number for each node, which is the same for those that look the same. The array is shared, and
    /// nobody writes to it.
    int[] classes(Sight sight) {
        return switch (sight) {
            case Sight.Nothing() -> same;
            case Sight.Guard guard ->
                others.computeIfAbsent(
                        guard,
                        _ -> numbered(place ->
                                List.of(place.state().cordoned(), place.state().taints())));
            case Sight.Name name -> others.computeIfAbsent(name, _ -> numbered(Place::name));
            case Sight.Ports ports ->
                others.computeIfAbsent(
                        ports,
                        _ -> numbered(place -> NodeCheck.OfPorts.taken(place).collect(Collectors.toSet())));
            case Sight.Labels(var names) ->
                names.size() == 1
                        ? label(names.iterator().next()).of()
                        : others.computeIfAbsent(
                                sight, _ -> together(names.stream().sorted().toList()));
            case Sight.Free(var resource, var asked) -> lessThan(asked, free(resource), most(resource));
        };
    }

    Label label(String name) {
        return labels.computeIfAbsent(LabelName.normal(name), this::read);
    }

    /// Returns how much of a resource is free on each node.
    long[] free(String resource) {
        return free.computeIfAbsent(
                resource,
                name -> places.stream().mapToLong(place -> place.free(name)).toArray());
    }

    /// Returns how much of a resource pods can have on each node.
    long[] most(String resource) {
        return most.computeIfAbsent(
                resource,
                name -> places.stream()
                        .mapToLong(place -> place.allocatable(name))
                        .toArray());
    }

    private Label read(String normal) {
        var numbers = new HashMap<Optional<String>, Integer>();
        numbers.put(Optional.empty(), 0);
        var of = new int[places.size()];
        for (var i = 0; i < of.length; i++) {
            var value = Optional.ofNullable(places.get(i).state().labels().get(normal));
            of[i] = numbers.computeIfAbsent(value, _ -> numbers.size());
        }
        var values = new Optional<?>[numbers.size()];
        numbers.forEach((value, number) -> values[number] = value);
        return new Label(
                of,
                Arrays.stream(values)
                        .map(value -> value.map(String.class::cast))
                        .toList());
    }

    private int[] numbered(Function<Place, Object> look) {
        var numbers = new HashMap<Object, Integer>();
        return places.stream()
                .mapToInt(place -> {
                    var seen = look.apply(place);
                    var number = numbers.getOrDefault(seen, numbers.size());
                    numbers.putIfAbsent(seen, number);
                    return number;
                })
                .toArray();
    }

    private int[] together(List<String> names) {
        var classes = same;
        for (var name : names) {
            var numbering = new Numbering();
            var more = label(name).of();
            var next = new int[classes.length];
            for (var i = 0; i < next.length; i++) {
                next[i] = numbering.of(classes[i], more[i]);
            }
            classes = next;
        }
        return classes;
    }

    /// Returns 0 where there is enough, 1 where there may be enough one day, and 2 where there never is.
    private static int[] lessThan(long asked, long[] free, long[] most) {
        var classes = new int[free.length];
        for (var i = 0; i < free.length; i++) {
            if (free[i] < asked) {
                classes[i] = most[i] < asked ? 2 : 1;
            }
        }
        return classes;
    }
}
