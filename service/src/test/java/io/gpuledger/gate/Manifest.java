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

/// A file of deploy/kubernetes, read as strictly as an API server that validates does.
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

    /// Refuses what is not of these kinds.
    public static Manifest of(String file, List<Class<? extends HasMetadata>> kinds) {
        var byName = kinds.stream().collect(Collectors.toMap(Class::getSimpleName, kind -> kind));
        var yaml =
                Repository.read(Repository.root().resolve("deploy/kubernetes").resolve(file));
        var objects = new ArrayList<HasMetadata>();
        for (var object : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            var kind = String.valueOf(((Map<?, ?>) object).get("kind"));
            assertThat(byName).containsKey(kind);
            objects.add(STRICT.convertValue(object, byName.get(kind)));
        }
        return new Manifest(List.copyOf(objects));
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
