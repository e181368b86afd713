package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads manifests as people write them, YAML or JSON, for the pods that they would make. A pod is one; of any other
/// kind, known or not, each template with containers is: so Deployments and Jobs are read, and the workers of a
/// PyTorchJob, a RayCluster or a JobSet, too.
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
            spec.ifPresent(found -> walk(object, "spec", found, 0, 1));
        }
    }

    private static Map<?, ?> labels(GenericKubernetesResource pod) {
        return Optional.ofNullable(pod.getMetadata())
                .<Map<?, ?>>map(ObjectMeta::getLabels)
                .orElse(Map.of());
    }

    /// @param pods how many there are of what stands here, by what stands around it
    private void walk(GenericKubernetesResource object, String path, Object at, int depth, long pods) {
        if (depth > DEPTH_MAX) {
            return;
        }
        if (at instanceof List<?> list) {
            for (var i = 0; i < list.size(); i++) {
                walk(object, path + "[" + i + "]", list.get(i), depth + 1, pods);
            }
        }
        map(at).ifPresent(map -> map.forEach((key, value) -> {
            var spec = map(value)
                    .flatMap(one -> map(one.get("spec")))
                    .filter(one -> one.get("containers") instanceof List);
            if (isTemplate(key) && spec.isPresent()) {
                add(object, path + "." + key, labels(value), spec.get(), pods * count(map));
            } else {
                walk(object, path + "." + key, value, depth + 1, pods * count(map));
            }
        }));
    }

    private static boolean isTemplate(Object key) {
        return String.valueOf(key).toLowerCase(Locale.ROOT).endsWith("template");
    }

    private static Map<?, ?> labels(Object template) {
        return map(template)
                .flatMap(one -> map(one.get("metadata")))
                .<Map<?, ?>>flatMap(metadata -> map(metadata.get("labels")))
                .orElse(Map.of());
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

    private static long count(Map<?, ?> beside) {
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
