package io.gpuledger.analyzer.scrape.kubernetes;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The targets that EndpointSlices name: of each pod one, however many services select it and addresses it has. Those
/// that are not ready are among them: an exporter that says so has a reason that is worth knowing.
final class Endpoints {
    private static final String SERVICE = "kubernetes.io/service-name";

    private Endpoints() {}

    static List<FoundTarget> of(Collection<EndpointSlice> slices, String port) {
        var targets = new LinkedHashMap<String, FoundTarget>();
        slices.stream()
                .sorted(Comparator.comparing(EndpointSlice::getAddressType)
                        .thenComparing(Endpoints::namespace)
                        .thenComparing(slice -> slice.getMetadata().getName()))
                .forEach(slice -> port(slice, port).ifPresent(number -> add(slice, number, targets)));
        return new ArrayList<>(targets.values());
    }

    private static Optional<Integer> port(EndpointSlice slice, String name) {
        return list(slice.getPorts()).stream()
                .filter(port -> name.equals(port.getName()))
                .findFirst()
                .map(EndpointPort::getPort);
    }

    private static void add(EndpointSlice slice, int port, Map<String, FoundTarget> targets) {
        for (var endpoint : list(slice.getEndpoints())) {
            // All addresses of an endpoint are the same thing: the first will do.
            list(endpoint.getAddresses()).stream().findFirst().ifPresent(address -> {
                var host = address.contains(":") ? "[" + address + "]" : address;
                var found = FoundTarget.of(host + ":" + port, labels(slice, endpoint));
                targets.putIfAbsent(key(endpoint, address) + ":" + port, found);
            });
        }
    }

    private static String key(Endpoint endpoint, String address) {
        return pod(endpoint)
                .map(pod -> pod.getNamespace() + "/" + pod.getName())
                .orElse(address);
    }

    private static Map<String, String> labels(EndpointSlice slice, Endpoint endpoint) {
        var labels = new HashMap<String, String>();
        labels.put("namespace", namespace(slice));
        Optional.ofNullable(slice.getMetadata().getLabels())
                .map(all -> all.get(SERVICE))
                .ifPresent(service -> labels.put("service", service));
        put(labels, "node", endpoint.getNodeName());
        pod(endpoint).ifPresent(pod -> {
            put(labels, "namespace", pod.getNamespace());
            put(labels, "pod", pod.getName());
        });
        put(labels, "__meta_kubernetes_endpointslice_name", slice.getMetadata().getName());
        return labels;
    }

    private static void put(Map<String, String> labels, String name, String value) {
        Optional.ofNullable(value).ifPresent(known -> labels.put(name, known));
    }

    private static Optional<ObjectReference> pod(Endpoint endpoint) {
        return Optional.ofNullable(endpoint.getTargetRef()).filter(reference -> "Pod".equals(reference.getKind()));
    }

    private static String namespace(EndpointSlice slice) {
        return Optional.ofNullable(slice.getMetadata().getNamespace()).orElse("default");
    }

    private static <T> List<T> list(List<T> maybe) {
        return Optional.ofNullable(maybe).orElse(List.of());
    }
}
