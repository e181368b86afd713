package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.gate.Manifest;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The chart gives gpu-analyzer its settings as arguments. `check-config` has to find nothing wrong with them,
/// in a folder with what the pod has mounted: the ConfigMaps that are rendered, and what people put into
/// Secrets.
class ChartArgumentsTest {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(Deployment.class, ConfigMap.class);
    private static final String MOUNTS = "/etc/gpu-ledger";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default",
                "prometheus",
                "instead-of-dcgm-exporter",
                "postgresql",
                "timescaledb",
                "everything",
                "others",
                "plain"
            })
    void the_analyzer_finds_nothing_wrong_with_its_arguments(String name) throws IOException, InterruptedException {
        var settings = settings(name);
        assertThatNoException().isThrownBy(() -> Checking.look(settings));
        assertThat(Main.HTTP.in(settings).listen().port())
                .isEqualTo(container(Manifest.ofChart(name, KINDS))
                        .getPorts()
                        .getFirst()
                        .getContainerPort());
        assertThat(settings.get(Main.DATA)).isEqualTo(Path.of("/data"));
    }

    @Test
    void a_tenant_of_mimir_is_told_with_each_question() throws IOException, InterruptedException {
        var read = ReadSettings.from(settings("prometheus")).orElseThrow();
        assertThat(read.peer().url()).isEqualTo(URI.create("https://mimir.monitoring:8443/prometheus"));
        assertThat(read.peer().headers()).isEqualTo(Map.of("X-Scope-OrgID", "gpus"));
        assertThat(read.past()).hasDays(14);
    }

    @Test
    void headers_that_are_secret_are_told_too() throws IOException, InterruptedException {
        var settings = settings("timescaledb");
        assertThat(ReadSettings.from(settings).orElseThrow().peer().headers()).isEqualTo(Map.of("X-Api-Key", "0123"));
        assertThat(settings.effective()).noneMatch(line -> line.contains("0123"));
    }

    private Settings settings(String name) throws IOException, InterruptedException {
        var manifest = Manifest.ofChart(name, KINDS);
        var container = container(manifest);
        for (var volume : manifest.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getVolumes()) {
            mount(volume, manifest, container);
        }
        var arguments = container.getArgs().stream()
                .map(argument -> argument.replace("=" + MOUNTS, "=" + folder))
                .toList();
        return Manifest.settings(
                new ContainerBuilder(container).withArgs(arguments).build(), Main.DECLARATION);
    }

    private static Container container(Manifest manifest) {
        return manifest.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
    }

    private void mount(Volume volume, Manifest manifest, Container container) throws IOException, InterruptedException {
        var here = Files.createDirectory(folder.resolve(volume.getName()));
        if (volume.getConfigMap() != null) {
            for (var map : manifest.all(ConfigMap.class)) {
                if (map.getMetadata().getName().equals(volume.getConfigMap().getName())) {
                    write(here, map.getData());
                }
            }
        }
        for (String argument : container.getArgs()) {
            var file = Path.of(argument.substring(argument.indexOf('=') + 1));
            if (file.startsWith(Path.of(MOUNTS, volume.getName()))
                    && Files.notExists(here.resolve(file.getFileName()))) {
                fill(here, file.getFileName().toString());
            }
        }
    }

    private static void write(Path here, Map<String, String> data) throws IOException {
        for (var entry : data.entrySet()) {
            Files.writeString(here.resolve(entry.getKey()), entry.getValue());
        }
    }

    /// What people put into their Secrets and ConfigMaps under such a name.
    private static void fill(Path here, String file) throws IOException, InterruptedException {
        switch (file) {
            case "ca.crt", "ca.pem" ->
                Files.move(new OpenSsl(here).certificate("authority", "DNS:localhost"), here.resolve(file));
            case "tls.crt", "tls.key" -> new OpenSsl(here).certificate("tls", "DNS:localhost");
            case "web.yml", "web-config.yml" -> Files.writeString(here.resolve(file), """
                basic_auth_users:
                  anna: $2y$04$5p6CDkRrVqkpHhBwQ3zFJ.6FFmxyGUGLVwHwDUwTZXHVbM3ODWKWe
                """);
            case "access.yml" -> Files.writeString(here.resolve(file), "users: {anna: {role: admin}}\n");
            case "headers" -> Files.writeString(here.resolve(file), "X-Api-Key: 0123\n");
            case "list" ->
                Files.writeString(
                        here.resolve(file),
                        here.endsWith("prices") ? "h100 2.49 USD gpu-hour\n" : "a-namespace a-team\n");
            default -> Files.writeString(here.resolve(file), "secret\n");
        }
    }
}
