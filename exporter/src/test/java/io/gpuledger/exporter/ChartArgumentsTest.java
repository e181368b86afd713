package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.gpuledger.gate.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The chart gives gpu-exporter its settings as arguments, which have to be ones that it understands.
class ChartArgumentsTest {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(DaemonSet.class, ConfigMap.class);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exporter", "instead-of-dcgm-exporter", "everything", "others", "plain"})
    void the_exporter_understands_its_arguments_and_listens_at_its_port(String name) throws IOException {
        var manifest = Manifest.ofChart(name, KINDS);
        var container = container(manifest);
        var arguments = container.getArgs().stream()
                .map(argument -> argument.replace("=/etc/gpu-ledger", "=" + folder))
                .toList();
        for (var map : manifest.all(ConfigMap.class)) {
            var here = Files.createDirectories(folder.resolve("metrics"));
            for (var entry : map.getData().entrySet()) {
                Files.writeString(here.resolve(entry.getKey()), entry.getValue());
            }
        }
        writeWebConfig();

        var settings = Manifest.settings(
                new ContainerBuilder(container).withArgs(arguments).build(), Main.DECLARATION);

        assertThat(container.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getContainerPort())
                        .isEqualTo(Main.HTTP.in(settings).listen().port()));
    }

    private void writeWebConfig() throws IOException {
        var here = Files.createDirectories(folder.resolve("web"));
        for (String name : List.of("web.yml", "web-config.yml")) {
            Files.writeString(here.resolve(name), """
                basic_auth_users:
                  anna: $2y$04$5p6CDkRrVqkpHhBwQ3zFJ.6FFmxyGUGLVwHwDUwTZXHVbM3ODWKWe
                """);
        }
    }

    private static Container container(Manifest manifest) {
        return manifest.only(DaemonSet.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
    }
}
