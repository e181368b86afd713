package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.admission.Fact;
import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What is known of LimitRanges, ResourceQuotas and PriorityClasses of which a test has the objects, as the API
/// server gives them.
public final class ToldLimits {
    private final Map<Kind, List<Fact>> told = new EnumMap<>(Kind.class);

    public ToldLimits limitRange(String yaml) {
        return add(OtherFacts.limitRange(read(yaml, LimitRange.class), "c").orElseThrow());
    }

    public ToldLimits quota(String yaml) {
        return add(OtherFacts.quota(read(yaml, ResourceQuota.class), "c").orElseThrow());
    }

    public ToldLimits priorityClass(String yaml) {
        return add(
                OtherFacts.priorityClass(read(yaml, PriorityClass.class), "c").orElseThrow());
    }

    /// What begins with a brace is taken for JSON, where each name has to be in quotes.
    private static <T> T read(String yaml, Class<T> type) {
        return Serialization.unmarshal("---\n" + yaml, type);
    }

    private ToldLimits add(ObservedObject object) {
        var id = object.object();
        told.computeIfAbsent(id.kind(), _ -> new ArrayList<>())
                .add(new Fact(id.namespace(), id.name(), object.attributes(), Map.of()));
        return this;
    }

    public Facts facts() {
        return new Facts(0, told, Map.of());
    }
}
