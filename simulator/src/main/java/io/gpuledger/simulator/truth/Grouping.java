package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.story.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// What of the accounts stands together.
public final class Grouping {
    /// What accounts can be told apart by.
    private enum Dimension {
        CLUSTER,
        NODE,
        SKU,
        GPU,
        UNIT,
        TEAM,
        NAMESPACE,
        WORKLOAD,
        POD,
        STATE,
        CAUSE,
        HOUR;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Returns nothing where nobody holds anything, or nothing is stranded.
        Optional<String> of(Account account, Node node) {
            return switch (this) {
                case CLUSTER -> Optional.of(node.cluster());
                case NODE -> Optional.of(node.name());
                case SKU -> Optional.of(node.gpus().getFirst().sku());
                case GPU -> Optional.of(account.gpu());
                case UNIT -> Optional.of(account.unit());
                case TEAM -> account.owner().map(Pod::team);
                case NAMESPACE -> account.owner().map(Pod::namespace);
                case WORKLOAD ->
                    account.owner()
                            .map(pod ->
                                    pod.workload().kind() + "/" + pod.workload().name());
                case POD -> account.owner().map(Pod::name);
                case STATE -> Optional.of(account.state().word());
                case CAUSE -> account.cause().map(Cause::word);
                case HOUR ->
                    Optional.of(Instant.ofEpochSecond(3600 * account.hour()).toString());
            };
        }
    }

    private static final Comparator<List<Optional<String>>> ORDER = (one, other) -> {
        for (var place = 0; place < one.size(); place++) {
            var order = one.get(place).orElse("").compareTo(other.get(place).orElse(""));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    private final List<Dimension> dimensions;

    private Grouping(List<Dimension> dimensions) {
        this.dimensions = dimensions;
    }

    /// Throws [IllegalArgumentException] where one of them is none.
    public static Grouping by(List<String> words) {
        return new Grouping(words.stream().map(Grouping::dimension).toList());
    }

    private static Dimension dimension(String word) {
        return Arrays.stream(Dimension.values())
                .filter(dimension -> dimension.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("by is a list of "
                        + String.join(
                                ", ",
                                Arrays.stream(Dimension.values())
                                        .map(Dimension::word)
                                        .toList())));
    }

    public List<String> words() {
        return dimensions.stream().map(Dimension::word).toList();
    }

    /// GPU-seconds by what was asked for, in its order; exact, and rounded to milliseconds once.
    public SequencedMap<List<Optional<String>>, BigDecimal> sums(Book book, Fleet fleet) {
        Map<String, Node> nodes = new HashMap<>();
        fleet.nodes().forEach(node -> node.gpus().forEach(gpu -> nodes.put(gpu.uuid(), node)));
        var whole = book.partsInEverySecond();
        var sums = new TreeMap<List<Optional<String>>, BigDecimal>(ORDER);
        book.parts()
                .forEach((account, parts) -> sums.merge(
                        dimensions.stream()
                                .map(dimension -> dimension.of(account, node(nodes, account)))
                                .toList(),
                        BigDecimal.valueOf(parts * (whole / book.partsInSecond(account.gpu()))),
                        BigDecimal::add));
        sums.replaceAll((_, parts) -> parts.divide(BigDecimal.valueOf(whole), 3, RoundingMode.HALF_UP));
        return sums;
    }

    private static Node node(Map<String, Node> nodes, Account account) {
        return Optional.ofNullable(nodes.get(account.gpu())).orElseThrow();
    }
}
