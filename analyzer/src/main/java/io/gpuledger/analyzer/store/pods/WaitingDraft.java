package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Member;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Said;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading;
import io.gpuledger.analyzer.fit.spec.SpecReading.Partial;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod that waits, in the making: what was told of it by an instant.
final class WaitingDraft {
    private static final String SCHEDULED = "PodScheduled";

    /// Says which pod it is.
    record Id(String cluster, String namespace, String name, String uid) {}

    private final Id id;
    private final Map<String, String> attributes = new HashMap<>();
    private final Map<String, Long> since = new HashMap<>();

    WaitingDraft(Id id) {
        this.id = id;
    }

    void put(String attribute, long millis, String value) {
        attributes.put(attribute, value);
        since.put(attribute, millis);
    }

    private Optional<String> find(String attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    /// Whether it waits, and has not ended without ever having had a node.
    boolean waits() {
        return find(Attribute.PHASE).filter(phase -> !phase.equals("Pending")).isEmpty();
    }

    Id id() {
        return id;
    }

    SortedMap<String, String> labels() {
        return Pairs.of(find(Attribute.LABELS).orElse(""));
    }

    /// @param team who would pay for it
    WaitingPod pod(String team) {
        return new WaitingPod(
                id.cluster(),
                id.namespace(),
                id.name(),
                id.uid(),
                team,
                find(Attribute.OWNER),
                created(),
                requests(),
                number(Attribute.PRIORITY),
                find(Attribute.PRIORITY_CLASS),
                find(Attribute.GATES).map(gates -> List.of(gates.split(","))).orElse(List.of()),
                said(),
                find(Attribute.NOMINATED),
                member(),
                labels(),
                need());
    }

    private SpecReading need() {
        return find(Attribute.SPEC)
                .map(json -> PodSpec.read(id.namespace(), id.name(), labels(), madeClaims(), json))
                .or(() -> find(Attribute.UNREAD).map(why -> new Unknown(List.of(why))))
                .orElseGet(this::byRequests);
    }

    private Map<String, String> madeClaims() {
        var made = new HashMap<String, String>();
        attributes.forEach((name, claim) -> {
            if (name.startsWith(Attribute.MADE_CLAIM)) {
                made.put(name.substring(Attribute.MADE_CLAIM.length()), claim);
            }
        });
        return made;
    }

    /// kube-state-metrics tells what a pod requests, and nothing else of its spec.
    private SpecReading byRequests() {
        var amounts = new TreeMap<String, Long>();
        requests()
                .forEach((resource, amount) -> Resource.amount(resource, Resource.text(amount))
                        .ifPresent(number -> amounts.put(resource, number)));
        var ask = new Ask(Optional.empty(), amounts, new TreeMap<>(), Optional.empty(), List.of(Toleration.OF_ALL));
        return amounts.isEmpty()
                ? new Unknown(List.of("Nothing was told of what it needs"))
                : new Partial(
                        ask,
                        "Its selector, affinity, tolerations and volumes were not told: that takes the API server, and"
                                + " kube-state-metrics alone does not tell them.");
    }

    private OptionalLong number(String attribute) {
        return find(attribute).map(text -> Resource.amount(attribute, text)).orElse(OptionalLong.empty());
    }

    private Optional<Member> member() {
        return find(Attribute.GROUP)
                .flatMap(text -> GroupName.of(id.namespace(), text))
                .map(group -> new Member(group, number(Attribute.GROUP_SIZE)));
    }

    private long created() {
        return find(Attribute.CREATED)
                .flatMap(Instants::millis)
                .orElseGet(() -> since.getOrDefault(Attribute.PRESENT, 0L));
    }

    private SortedMap<String, BigDecimal> requests() {
        var requests = new TreeMap<String, BigDecimal>();
        attributes.forEach((name, amount) -> Requested.resource(name)
                .ifPresent(resource ->
                        amount(amount).ifPresent(number -> requests.merge(resource, number, BigDecimal::add))));
        return requests;
    }

    private static Optional<BigDecimal> amount(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private Optional<Said> said() {
        return find(Attribute.SCHEDULED)
                .filter(is -> !is.equals("true"))
                .map(_ -> new Said(
                        find(Attribute.REASON + SCHEDULED).orElse(""),
                        find(Attribute.MESSAGE + SCHEDULED),
                        since.getOrDefault(Attribute.SCHEDULED, 0L)));
    }
}
