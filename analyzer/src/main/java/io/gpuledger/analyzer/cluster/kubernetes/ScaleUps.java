package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Event;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The cluster autoscaler's word on pods, which it gives by events alone: that it makes nodes for one, or why it makes
/// none. An event is gone after an hour, unless it is said again.
final class ScaleUps {
    private static final int KEPT_MAX = 512;

    /// The fields by which the API server finds these events among all others.
    static final Map<String, String> SELECTED = Map.of("involvedObject.kind", "Pod", "source", "cluster-autoscaler");

    private static final Map<String, String> PHASES =
            Map.of("TriggeredScaleUp", "Triggered", "NotTriggerScaleUp", "Refused");

    private ScaleUps() {}

    static Optional<ObservedObject> observed(Event event, String cluster) {
        return Optional.ofNullable(event.getReason())
                .flatMap(reason -> Optional.ofNullable(PHASES.get(reason)))
                .flatMap(phase -> Optional.ofNullable(event.getInvolvedObject().getUid())
                        .map(pod -> observed(event, cluster, phase, pod)));
    }

    private static ObservedObject observed(Event event, String cluster, String phase, String pod) {
        var message = CommonFacts.words(event.getMessage());
        var draft = new Draft()
                .put(Attribute.POD, pod)
                .put(Attribute.PHASE, phase)
                .put(Attribute.MESSAGE + phase, message.substring(0, Math.min(message.length(), KEPT_MAX)));
        time(event).ifPresent(time -> draft.moment(Attribute.CREATED, time));
        return draft.of(ObjectId.named(cluster, Kind.SCALE_UP, CommonFacts.namespace(event), CommonFacts.name(event)));
    }

    private static Optional<String> time(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getLastTimestamp()),
                        Optional.ofNullable(event.getFirstTimestamp()),
                        Optional.ofNullable(event.getMetadata().getCreationTimestamp()))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
