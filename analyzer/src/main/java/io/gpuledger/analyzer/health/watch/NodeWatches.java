package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.GPUS_MISSING;
import static io.gpuledger.analyzer.health.FindingKind.NODE_NOT_READY;
import static io.gpuledger.analyzer.health.FindingKind.SILENT;
import static io.gpuledger.analyzer.health.FindingKind.SKEW;
import static io.gpuledger.analyzer.health.FindingKind.STACK;
import static io.gpuledger.analyzer.health.Severity.CRITICAL;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Watches nodes.
///
/// - A node is silent where nothing is told of any of its GPUs, and GPUs of it are missing where nothing is
///   told of some while others are told of. A node that is not ready is that, and its silence is no finding of
///   its own. Nor is what it last said of its GPU software, which stands as it was, as does what its GPUs run on
///   while nothing is told of them.
/// - What is said of a finding is how things are now: how many GPUs are missing, and not how many were at first.
/// - What is lost is the time of all GPUs that are missing, or of all of a node that is not ready.
public final class NodeWatches {
    private static final Set<FindingKind> ALL = EnumSet.allOf(FindingKind.class);

    private final Map<Subject.OfNode, Courses> nodes = new HashMap<>();
    private final List<Finding> changed = new ArrayList<>();
    private Map<Subject.OfNode, NodeSigns> before = Map.of();
    private long beforeAt;

    /// Begins to watch.
    ///
    /// @param open the findings that were open before
    public NodeWatches(List<Finding> open) {
        for (var finding : open) {
            if (finding.key().subject() instanceof Subject.OfNode node) {
                courses(node).restore(finding);
            }
        }
    }

    private Courses courses(Subject.OfNode node) {
        return nodes.computeIfAbsent(node, _ -> new Courses(node, changed::add));
    }

    /// Takes what is known of all nodes at an instant, and returns the findings that this opens, makes graver
    /// or closes. A node that is not among them is gone, and what was wrong with it is over.
    public List<Finding> read(long at, List<NodeSigns> all) {
        var passed = beforeAt == 0 ? 0 : Math.max(0, at - beforeAt);
        var seen = new HashMap<Subject.OfNode, NodeSigns>();
        for (var signs : all) {
            var node = new Subject.OfNode(signs.cluster(), signs.node());
            seen.put(node, signs);
            var courses = courses(node);
            courses.at(signs.node(), Set.of());
            Optional.ofNullable(before.get(node)).ifPresent(last -> lost(last, passed, courses));
            judge(signs, at, courses);
        }
        nodes.forEach((node, courses) -> {
            if (!seen.containsKey(node)) {
                courses.lapse(ALL);
            }
        });
        nodes.values().removeIf(Courses::isEmpty);
        before = seen;
        beforeAt = at;
        var taken = List.copyOf(changed);
        changed.clear();
        return taken;
    }

    /// Returns all findings that are open, as they are now: what they have cost grows.
    public List<Finding> open() {
        return nodes.values().stream()
                .flatMap(courses -> courses.open().stream())
                .toList();
    }

    /// How the node was at the last look it is taken to have been until this one.
    private static void lost(NodeSigns last, long passed, Courses courses) {
        courses.lose(NODE_NOT_READY, (double) passed * last.gpus());
        courses.lose(GPUS_MISSING, (double) passed * last.silent());
    }

    private static void judge(NodeSigns signs, long at, Courses courses) {
        stands(
                !signs.isReady(),
                Sign.of(
                        NODE_NOT_READY,
                        CRITICAL,
                        () -> "the node with its %d GPUs is not ready".formatted(signs.gpus())),
                at,
                courses);
        var isSilent = signs.gpus() > 0 && signs.silent() == signs.gpus();
        stands(
                isSilent && signs.isReady(),
                Sign.of(SILENT, WARNING, () -> "nothing is told of any of its %d GPUs".formatted(signs.gpus())),
                at,
                courses);
        stands(
                !isSilent && signs.silent() > 0 && signs.isReady(),
                Sign.of(
                        GPUS_MISSING,
                        CRITICAL,
                        () -> "it tells of %d of its %d GPUs".formatted(signs.gpus() - signs.silent(), signs.gpus())),
                at,
                courses);
        if (signs.isReady()) {
            ailing(signs, at, courses);
        }
        if (!isSilent) {
            skewed(signs, at, courses);
        }
    }

    private static void stands(boolean is, Sign sign, long at, Courses courses) {
        if (is) {
            courses.standsAsItIs(at, sign);
        } else {
            courses.gone(sign.kind(), at);
        }
    }

    private static void ailing(NodeSigns signs, long at, Courses courses) {
        var parts = new HashSet<String>();
        for (var words : signs.ailing()) {
            var part = words.substring(0, Math.max(0, words.indexOf(':')));
            parts.add(part);
            courses.standsAsItIs(at, new Sign(STACK, part, WARNING, () -> words, STACK.action()));
        }
        courses.goneExcept(STACK, parts, at);
    }

    private static void skewed(NodeSigns signs, long at, Courses courses) {
        var traits = new HashSet<String>();
        for (var skew : signs.skews()) {
            traits.add(skew.trait().word());
            courses.standsAsItIs(at, new Sign(SKEW, skew.trait().word(), skew.severity(), skew::words, SKEW.action()));
        }
        courses.goneExcept(SKEW, traits, at);
    }
}
