package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Member;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Said;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.SpecReading;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// A pod that waits, of which a test says only what matters to it.
record Waiting(
        String name,
        long created,
        OptionalLong priority,
        List<String> gates,
        Map<String, String> labels,
        Optional<String> message,
        Optional<String> nominated,
        Optional<Member> member,
        Optional<String> owner,
        SpecReading need) {
    static final String NAMESPACE = "lab";

    static Waiting of(String name, Ask ask) {
        return new Waiting(
                name,
                0,
                OptionalLong.empty(),
                ask.gates(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Known(ask));
    }

    Waiting since(long millis) {
        return new Waiting(name, millis, priority, gates, labels, message, nominated, member, owner, need);
    }

    Waiting priority(long value) {
        return new Waiting(
                name, created, OptionalLong.of(value), gates, labels, message, nominated, member, owner, need);
    }

    Waiting label(String label, String value) {
        return new Waiting(
                name, created, priority, gates, Map.of(label, value), message, nominated, member, owner, need);
    }

    Waiting said(String words) {
        return new Waiting(name, created, priority, gates, labels, Optional.of(words), nominated, member, owner, need);
    }

    Waiting nominated(String node) {
        return new Waiting(name, created, priority, gates, labels, message, Optional.of(node), member, owner, need);
    }

    Waiting need(SpecReading other) {
        return new Waiting(name, created, priority, gates, labels, message, nominated, member, owner, other);
    }

    /// @param group whose it is, a slash, and its name
    Waiting in(String group) {
        return in(group, OptionalLong.empty());
    }

    Waiting in(String group, OptionalLong size) {
        return new Waiting(
                name,
                created,
                priority,
                gates,
                labels,
                message,
                nominated,
                GroupName.of(NAMESPACE, group).map(known -> new Member(known, size)),
                owner,
                need);
    }

    Waiting by(String scheduler) {
        return need instanceof Known(Ask ask) ? need(new Known(ask.by(scheduler))) : this;
    }

    Waiting madeBy(String maker) {
        return new Waiting(
                name, created, priority, gates, labels, message, nominated, member, Optional.of(maker), need);
    }

    WaitingPod pod() {
        return new WaitingPod(
                "c",
                NAMESPACE,
                name,
                "uid-of-" + name,
                "lab",
                owner,
                created,
                requests(),
                priority,
                Optional.empty(),
                gates,
                message.map(words -> new Said("Unschedulable", Optional.of(words), 0)),
                nominated,
                member,
                new TreeMap<>(labels),
                need);
    }

    /// Returns the GPUs that it asks for, and one where it is not known what it asks for.
    private TreeMap<String, BigDecimal> requests() {
        var requests = new TreeMap<String, BigDecimal>();
        if (need instanceof Known(var ask)) {
            ask.requests().forEach((resource, amount) -> requests.put(resource, BigDecimal.valueOf(amount)));
        }
        if (requests.keySet().stream().noneMatch(Resource::isGpu)) {
            requests.put("nvidia.com/gpu", BigDecimal.ONE);
        }
        return requests;
    }
}
