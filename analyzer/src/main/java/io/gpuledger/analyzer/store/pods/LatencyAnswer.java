package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.latency.Wait;
import io.gpuledger.analyzer.latency.Waits;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Says how long pods waited.
///
/// @param rows those of which there are most pods first
/// @param count of rows, with those that the limit left out
/// @param total all pods that were asked for
public record LatencyAnswer(List<Row> rows, int count, Row total) {
    /// The pods that have the same in all that is asked by.
    ///
    /// @param key what they have, in the order of the question
    /// @param pods how many waited for anything within the time
    /// @param waiting how many of these had not come to be ready at the end of it, and were still there
    public record Row(List<Optional<String>> key, long pods, long waiting, Map<Stage, Waits> waits) {
        public Waits of(Stage stage) {
            return Objects.requireNonNull(waits.get(stage));
        }
    }

    /// Gathers pods in the order in which they come, and keeps of each how long it waited, and nothing else.
    static final class Draft {
        private static final Comparator<Row> ORDER = Comparator.comparingLong(Row::pods)
                .reversed()
                .thenComparing(row -> row.key().toString());

        private final PodQuestion question;
        private final Map<List<Optional<String>>, Group> groups = new HashMap<>();
        private final Group total = new Group();

        Draft(PodQuestion question) {
            this.question = question;
        }

        void add(SeenPod pod) {
            if (!question.wants(pod)) {
                return;
            }
            var waits = new EnumMap<Stage, Wait>(Stage.class);
            for (var stage : Stage.ALL) {
                pod.course().wait(stage, question.window()).ifPresent(wait -> waits.put(stage, wait));
            }
            if (!waits.isEmpty()) {
                groups.computeIfAbsent(question.key(pod), _ -> new Group()).add(waits);
                total.add(waits);
            }
        }

        LatencyAnswer answer() {
            var rows = groups.entrySet().stream()
                    .map(group -> group.getValue().row(group.getKey()))
                    .sorted(ORDER)
                    .skip(question.skip())
                    .limit(question.limit())
                    .toList();
            return new LatencyAnswer(rows, groups.size(), total.row(List.of()));
        }
    }

    private static final class Group {
        private final Map<Stage, Waits> waits = new EnumMap<>(Stage.class);
        private long pods;
        private long waiting;

        Group() {
            Stage.ALL.forEach(stage -> waits.put(stage, new Waits()));
        }

        void add(Map<Stage, Wait> ofPod) {
            pods++;
            waiting += ofPod.values().stream().anyMatch(wait -> wait.outcome() == Wait.Outcome.WAITING) ? 1 : 0;
            ofPod.forEach(
                    (stage, wait) -> Objects.requireNonNull(waits.get(stage)).add(wait));
        }

        Row row(List<Optional<String>> key) {
            return new Row(key, pods, waiting, waits);
        }
    }
}
