package io.gpuledger.analyzer.quota;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Says which pods a ResourceQuota is about in words that need no manual.
final class Scopes {
    private static final Map<String, String> WORDS = Map.of(
            "Terminating", "pods with a deadline",
            "NotTerminating", "pods without a deadline",
            "BestEffort", "pods that request no CPU and no memory",
            "NotBestEffort", "pods that request CPU or memory",
            "CrossNamespacePodAffinity", "pods with a word on pods of other namespaces",
            "PriorityClass Exists", "pods with a priority class",
            "PriorityClass DoesNotExist", "pods without a priority class");
    private static final String IN = "PriorityClass In ";
    private static final String NOT_IN = "PriorityClass NotIn ";

    private Scopes() {}

    /// @param text as it is kept: in the words of Kubernetes, with `; ` between them
    static List<String> words(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split("; ")).map(Scopes::word).toList();
    }

    private static String word(String scope) {
        if (scope.startsWith(IN)) {
            return "pods of priority class " + list(scope.substring(IN.length()));
        }
        return scope.startsWith(NOT_IN)
                ? "pods of another priority class than " + list(scope.substring(NOT_IN.length()))
                : WORDS.getOrDefault(scope, scope);
    }

    private static String list(String values) {
        return values.replace(",", " or ");
    }
}
