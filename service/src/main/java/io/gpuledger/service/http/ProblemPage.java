package io.gpuledger.service.http;

import java.util.List;
import java.util.stream.Collectors;

/// Writes a problem as people read it: what is wrong, and what to do next.
final class ProblemPage {
    private ProblemPage() {}

    /// @param path that was asked for; the link to the first page is relative to it, so that it holds behind a proxy
    /// that puts something before all paths
    static String of(Problem problem, String path) {
        return PlainPage.of(
                problem.title(),
                "%s\n<p>%s</p>\n<p><a href=\"%s\">To the first page</a></p>"
                        .formatted(what(problem), next(problem), first(path)));
    }

    private static String first(String path) {
        var depth = Math.toIntExact(path.chars().filter(c -> c == '/').count()) - 1;
        return depth <= 0 ? "./" : "../".repeat(depth);
    }

    private static String what(Problem problem) {
        return problem.faults().isEmpty()
                ? "<p>%s</p>".formatted(PlainPage.escaped(problem.detail()))
                : list(problem.faults());
    }

    private static String list(List<Fault> faults) {
        return faults.stream()
                .map(fault -> "<li>%s</li>".formatted(PlainPage.escaped(fault.toString())))
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
    }

    private static String next(Problem problem) {
        if (problem.retryAfter().isPresent()) {
            return "Try again in %d s."
                    .formatted(Problem.seconds(problem.retryAfter().get()));
        }
        return switch (problem.status().family()) {
            case SERVER_ERROR -> "Try again later; the program's log says more.";
            default -> "Look at the address, or begin again at the first page, which leads to all others.";
        };
    }
}
