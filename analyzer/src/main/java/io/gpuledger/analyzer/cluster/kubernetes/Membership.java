package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which group a pod says that it is in: by a label, or by an annotation. Who places pods comes before who admits them:
/// a pod of a group of Volcano may be in one of Kueue, too.
final class Membership {
    private record Mark(String owner, boolean isLabel, String name) {}

    private static final String SIZE = "kueue.x-k8s.io/pod-group-total-count";
    private static final List<Mark> MARKS = List.of(
            new Mark(Attribute.COSCHEDULING, true, "scheduling.x-k8s.io/pod-group"),
            new Mark(Attribute.COSCHEDULING, true, "pod-group.scheduling.sigs.k8s.io"),
            new Mark(Attribute.VOLCANO, false, "scheduling.k8s.io/group-name"),
            new Mark(Attribute.VOLCANO, false, "scheduling.volcano.sh/group-name"),
            new Mark(Attribute.KAI, false, "pod-group-name"),
            new Mark(Attribute.KUEUE, true, "kueue.x-k8s.io/pod-group-name"));

    private Membership() {}

    static Draft put(Pod pod, Draft draft) {
        of(pod).ifPresent(group -> draft.put(Attribute.GROUP, group.intern()));
        return draft.put(
                Attribute.GROUP_SIZE,
                CommonFacts.named(annotations(pod).get(SIZE)).orElse(""));
    }

    static Optional<String> of(Pod pod) {
        var labels = CommonFacts.map(pod.getMetadata().getLabels());
        var annotations = annotations(pod);
        return MARKS.stream()
                .flatMap(mark -> CommonFacts.named((mark.isLabel() ? labels : annotations).get(mark.name())).stream()
                        .map(name -> mark.owner() + "/" + name))
                .findFirst();
    }

    private static Map<String, String> annotations(Pod pod) {
        return CommonFacts.map(pod.getMetadata().getAnnotations());
    }
}
