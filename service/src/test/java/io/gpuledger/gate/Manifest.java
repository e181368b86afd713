package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Objects of Kubernetes in YAML, read as strictly as an API server that validates does.
public record Manifest(List<HasMetadata> objects) {
    /// The model keeps fields that it does not know; here they are mistakes.
    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    /// A file of deploy/kubernetes. Refuses what is not of these kinds.
    public static Manifest of(String file, List<Class<? extends HasMetadata>> kinds) {
        return of(
                documents(Repository.read(
                        Repository.root().resolve("deploy/kubernetes").resolve(file))),
                kinds);
    }

    /// What the chart is rendered to with a file of values, but for objects that are not of these kinds.
    ///
    /// @param name of a file in service/src/test/resources/chart
    public static Manifest ofChart(String name, List<Class<? extends HasMetadata>> kinds) {
        var names = kinds.stream().map(Class::getSimpleName).toList();
        var rendered = Repository.root().resolve("service/src/test/resources/golden/chart/%s.yaml".formatted(name));
        return of(
                documents(Repository.read(rendered)).stream()
                        .filter(object -> names.contains(kind(object)))
                        .toList(),
                kinds);
    }

    static Manifest of(List<Map<?, ?>> documents, List<Class<? extends HasMetadata>> kinds) {
        var byName = kinds.stream().collect(Collectors.toMap(Class::getSimpleName, kind -> kind));
        var objects = new ArrayList<HasMetadata>();
        for (var object : documents) {
            assertThat(byName).containsKey(kind(object));
            objects.add(STRICT.convertValue(object, byName.get(kind(object))));
        }
        return new Manifest(List.copyOf(objects));
    }

    static List<Map<?, ?>> documents(String yaml) {
        var documents = new ArrayList<Map<?, ?>>();
        for (var document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            documents.add((Map<?, ?>) document);
        }
        return documents;
    }

    static String kind(Map<?, ?> object) {
        return String.valueOf(object.get("kind"));
    }

    /// What a container's program makes of the arguments that it is given.
    public static Settings settings(Container container, Declaration program) {
        var invocation = Invocation.of(
                Program.complete(program), Map.of(), container.getArgs().toArray(String[]::new));
        assertThat(invocation).isInstanceOf(Invocation.Run.class);
        return ((Invocation.Run) invocation).settings();
    }

    /// A container that can neither become more than it is, nor change itself.
    public static void requireUnprivileged(Container container) {
        var security = container.getSecurityContext();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
    }

    public <T> List<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// The one of this kind that there has to be.
    public <T> T only(Class<T> kind) {
        assertThat(objects).filteredOn(kind::isInstance).hasSize(1);
        return objects.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }
}
