package io.gpuledger.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// deploy/compose.yaml, as far as it uses what Compose knows. Other fields are mistakes.
public record Compose(String name, Map<String, Service> services, Map<String, @Nullable Object> volumes) {
    static final Path FOLDER = Repository.root().resolve("deploy");
    private static final ObjectMapper STRICT = new ObjectMapper();

    record Build(Path context, Path dockerfile) {}

    record Health(List<String> test, String interval, int retries) {}

    record Condition(String condition) {}

    /// A folder or a file of this machine, or a volume by its name.
    record Mount(String from, Path to, boolean readOnly) {
        static Mount of(String text) {
            var parts = List.of(text.split(":", -1));
            return new Mount(
                    parts.get(0),
                    Path.of(parts.get(1)),
                    parts.subList(2, parts.size()).contains("ro"));
        }

        Optional<Path> file() {
            return from.startsWith(".") ? Optional.of(FOLDER.resolve(from).normalize()) : Optional.empty();
        }
    }

    public record Service(
            @Nullable String image,
            @Nullable Build build,
            @Nullable List<String> command,
            @Nullable List<String> entrypoint,
            @Nullable Map<String, String> environment,
            @JsonProperty("depends_on") @Nullable Map<String, Condition> dependsOn,
            @Nullable Health healthcheck,
            @Nullable List<String> ports,
            @Nullable List<String> volumes,
            @Nullable List<String> tmpfs,
            @JsonProperty("read_only") boolean readOnly,
            @JsonProperty("cap_drop") @Nullable List<String> capDrop,
            @JsonProperty("security_opt") @Nullable List<String> securityOpt,
            @JsonProperty("mem_limit") @Nullable String memory,
            @JsonProperty("stop_grace_period") @Nullable String grace,
            @Nullable String restart,
            @Nullable String pid,
            @Nullable Map<String, Object> deploy) {
        /// What the program is given, with files where they are in this repository.
        public List<String> arguments() {
            return words(command).map(this::here).toList();
        }

        private String here(String argument) {
            for (var mount : mounts().toList()) {
                var file = mount.file();
                if (file.isPresent() && argument.endsWith("=" + mount.to())) {
                    return argument.replace("=" + mount.to(), "=" + file.get());
                }
            }
            return argument;
        }

        Stream<Mount> mounts() {
            return words(volumes).map(Mount::of);
        }

        /// All that may name another service.
        Stream<String> words() {
            var variables = Objects.requireNonNullElse(environment, Map.<String, String>of());
            return Stream.concat(Stream.concat(words(command), words(entrypoint)), variables.values().stream());
        }

        static Stream<String> words(@Nullable List<String> list) {
            return Objects.requireNonNullElse(list, List.<String>of()).stream();
        }
    }

    /// Reads deploy/compose.yaml, which runs with simulated GPUs as long as no second file is named.
    public static Compose read() {
        return STRICT.convertValue(Chart.yaml(Repository.read(FOLDER.resolve("compose.yaml"))), Compose.class);
    }

    /// Reads deploy/compose.gpu.yaml, whose fields stand in the place of those of the same service on a machine with
    /// GPUs.
    public static Map<String, Service> onGpus() {
        var file = Chart.map(Repository.read(FOLDER.resolve("compose.gpu.yaml")));
        return STRICT.convertValue(
                Objects.requireNonNull(file.get("services")),
                STRICT.getTypeFactory().constructMapType(Map.class, String.class, Service.class));
    }

    public Service service(String name) {
        return Objects.requireNonNull(services.get(name), name);
    }
}
