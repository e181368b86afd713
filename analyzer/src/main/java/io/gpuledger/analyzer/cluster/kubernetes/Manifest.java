package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads manifests as people write them, YAML or JSON, for the pods that they would make. A pod is one; of any other
/// kind, known or not, each `template` with containers is: so Deployments and Jobs are read, and the replicas of a
/// PyTorchJob, too.
public final class Manifest {
    private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---(?:\\s.*)?$");
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final int DEPTH_MAX = 20;
    private static final int TEMPLATES_MAX = 100;
    private static final List<String> COUNTS = List.of("replicas", "parallelism");

    private final List<PodTemplate> templates = new ArrayList<>();

    private Manifest() {}

    /// Returns the templates of all documents of a text. Throws [IllegalArgumentException], with what to mend, where it
    /// is no manifest or makes no pods.
    public static List<PodTemplate> read(String text) {
        var manifest = new Manifest();
        DOCUMENTS
                .splitAsStream(text)
                .filter(Predicate.not(String::isBlank))
                .map(Manifest::object)
                .forEach(manifest::read);
        if (manifest.templates.isEmpty()) {
            throw new IllegalArgumentException("there is no pod in it, and nothing with a template of pods");
        }
        return List.copyOf(manifest.templates);
    }

    private static GenericKubernetesResource object(String document) {
        try {
            return Optional.ofNullable(YAML.unmarshal(document, GenericKubernetesResource.class))
                    .orElseThrow(() -> new IllegalArgumentException("a document of it says nothing"));
        } catch (RuntimeException e) {
            var words = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IllegalArgumentException("it is not a manifest in YAML or JSON: " + words, e);
        }
    }

    private void read(GenericKubernetesResource object) {
        var spec = map(object.getAdditionalProperties().get("spec"));
        if ("Pod".equals(object.getKind())) {
            spec.ifPresent(found -> add(object, "", labels(object), found, 1));
        } else {
            spec.ifPresent(found -> walk(object, "spec", found, 0));
        }
    }

    private static Map<?, ?> labels(GenericKubernetesResource pod) {
        return Optional.ofNullable(pod.getMetadata())
                .<Map<?, ?>>map(ObjectMeta::getLabels)
                .orElse(Map.of());
    }

    private void walk(GenericKubernetesResource object, String path, Map<?, ?> at, int depth) {
        if (depth > DEPTH_MAX) {
            return;
        }
        at.forEach((key, value) -> map(value).ifPresent(member -> {
            var place = path + "." + key;
            var spec = map(member.get("spec")).filter(one -> one.get("containers") instanceof List);
            if (key.equals("template") && spec.isPresent()) {
                var labels = map(member.get("metadata")).flatMap(metadata -> map(metadata.get("labels")));
                add(object, place, labels.orElse(Map.of()), spec.get(), pods(at));
            } else {
                walk(object, place, member, depth + 1);
            }
        }));
    }

    private void add(GenericKubernetesResource object, String path, Map<?, ?> labels, Map<?, ?> spec, long pods) {
        if (templates.size() == TEMPLATES_MAX) {
            throw new IllegalArgumentException("it has more than %d templates of pods".formatted(TEMPLATES_MAX));
        }
        var texts = new TreeMap<String, String>();
        labels.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
        var metadata = Optional.ofNullable(object.getMetadata());
        templates.add(new PodTemplate(
                Optional.ofNullable(object.getKind()).orElse(""),
                path,
                metadata.map(ObjectMeta::getNamespace).orElse(""),
                metadata.map(ObjectMeta::getName)
                        .or(() -> metadata.map(ObjectMeta::getGenerateName))
                        .orElse("unnamed"),
                texts,
                YAML.asJson(spec),
                pods));
    }

    private static long pods(Map<?, ?> beside) {
        return COUNTS.stream()
                .map(beside::get)
                .filter(Number.class::isInstance)
                .map(count -> ((Number) count).longValue())
                .findFirst()
                .orElse(1L);
    }

    private static Optional<Map<?, ?>> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
    }
}
