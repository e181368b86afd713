package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.admission.Creation;
import io.gpuledger.analyzer.admission.Refusal;
import io.gpuledger.analyzer.admission.Refusal.AboveMax;
import io.gpuledger.analyzer.admission.Refusal.AboveRatio;
import io.gpuledger.analyzer.admission.Refusal.BelowMin;
import io.gpuledger.analyzer.admission.Refusal.Exceeded;
import io.gpuledger.analyzer.admission.Refusal.LimitBelowRequest;
import io.gpuledger.analyzer.admission.Refusal.NoPriorityClass;
import io.gpuledger.analyzer.admission.Refusal.Unsaid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// For what an API server refuses a pod, each thing in short words, as `min cpu Container`. It stops at the first that
/// is against it: classes, contradictions, one LimitRange, what one quota wants to be said, what one quota has left.
record ApiWords(Set<String> words) {
    private static final Pattern BOUND = Pattern.compile("(minimum|maximum) (\\S+) usage per (Container|Pod)");
    private static final Pattern RATIO = Pattern.compile("([^\\s\\[]+) max limit to request ratio per (Container|Pod)");
    private static final Pattern CONTRADICTION = Pattern.compile("must be less than or equal to (\\S+) limit");
    private static final Pattern EXCEEDED = Pattern.compile("exceeded quota: (\\S+), requested: (.*), used: .*");
    private static final Pattern UNSAID = Pattern.compile("failed quota: (\\S+): must specify (.*)");

    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern SEMICOLON = Pattern.compile("; ");

    static boolean isMade(JsonNode answer) {
        return answer.path("kind").asText().equals("Pod");
    }

    static ApiWords of(JsonNode answer) {
        var message = answer.path("message").asText();
        var words = new TreeSet<String>();
        BOUND.matcher(message)
                .results()
                .forEach(one -> words.add(one.group(1).substring(0, 3) + " " + one.group(2) + " " + one.group(3)));
        RATIO.matcher(message).results().forEach(one -> words.add("ratio " + one.group(1) + " " + one.group(2)));
        CONTRADICTION.matcher(message).results().forEach(one -> words.add("contradiction " + one.group(1)));
        if (message.startsWith("no PriorityClass") || message.contains("no PriorityClass with name")) {
            words.add("class");
        }
        var exceeded = EXCEEDED.matcher(message);
        if (exceeded.find()) {
            COMMA.splitAsStream(exceeded.group(2))
                    .forEach(one -> words.add("exceeded %s %s".formatted(exceeded.group(1), before(one, '='))));
        }
        var unsaid = UNSAID.matcher(message);
        if (unsaid.find()) {
            SEMICOLON
                    .splitAsStream(unsaid.group(2))
                    .forEach(one -> words.add("unsaid %s %s".formatted(unsaid.group(1), before(one, ' '))));
        }
        return new ApiWords(words.isEmpty() && !isMade(answer) ? Set.of(message) : words);
    }

    private static String before(String text, char end) {
        var at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    /// Returns the kinds of these words, for a table.
    Set<String> kinds() {
        return words.stream().map(word -> before(word, ' ')).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns what it may say: which LimitRange and which quota it looks at first is not laid down.
    static List<ApiWords> expected(Creation creation) {
        var stages = List.<Function<Refusal, Optional<String>>>of(
                one -> one instanceof NoPriorityClass ? Optional.of("") : Optional.empty(),
                one -> one instanceof LimitBelowRequest ? Optional.of("") : Optional.empty(),
                ApiWords::limitRange,
                one -> one instanceof Unsaid unsaid ? Optional.of(unsaid.quota()) : Optional.empty(),
                one -> one instanceof Exceeded exceeded ? Optional.of(exceeded.quota()) : Optional.empty());
        for (var stage : stages) {
            Map<String, Set<String>> byObject = creation.refusals().stream()
                    .filter(one -> stage.apply(one).isPresent())
                    .collect(Collectors.groupingBy(
                            one -> stage.apply(one).orElseThrow(),
                            Collectors.mapping(ApiWords::word, Collectors.toCollection(TreeSet::new))));
            if (!byObject.isEmpty()) {
                return new ArrayList<>(
                        byObject.values().stream().map(ApiWords::new).toList());
            }
        }
        return List.of();
    }

    private static Optional<String> limitRange(Refusal refusal) {
        return switch (refusal) {
            case BelowMin one -> Optional.of(one.limitRange());
            case AboveMax one -> Optional.of(one.limitRange());
            case AboveRatio one -> Optional.of(one.limitRange());
            default -> Optional.empty();
        };
    }

    private static String word(Refusal refusal) {
        return switch (refusal) {
            case NoPriorityClass _ -> "class";
            case LimitBelowRequest one -> "contradiction " + one.resource();
            case BelowMin one -> "min %s %s".formatted(one.resource(), type(one.container()));
            case AboveMax one -> "max %s %s".formatted(one.resource(), type(one.container()));
            case AboveRatio one -> "ratio %s %s".formatted(one.resource(), type(one.container()));
            case Unsaid one -> "unsaid %s %s".formatted(one.quota(), one.resource());
            case Exceeded one -> "exceeded %s %s".formatted(one.quota(), one.resource());
        };
    }

    private static String type(Optional<String> container) {
        return container.isPresent() ? "Container" : "Pod";
    }
}
