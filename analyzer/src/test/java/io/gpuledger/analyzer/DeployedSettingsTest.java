package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.gpuledger.gate.Compose;
import io.gpuledger.gate.Repository;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What deploy/compose.yaml and the Debian package give to gpu-analyzer is what it understands.
class DeployedSettingsTest {
    /// The variables that the image of gpu-analyzer sets, as deploy/docker/analyzer.Dockerfile says.
    private static final Map<String, String> IMAGE =
            Map.of("GPU_ANALYZER_DATA_DIR", "/data", "GPU_ANALYZER_LISTEN", ":8080");

    @Test
    void it_finds_nothing_wrong_with_its_arguments_in_compose() {
        var image = Repository.read(Repository.root().resolve("deploy/docker/analyzer.Dockerfile"));
        IMAGE.forEach((variable, value) -> assertThat(image).contains(" %s=%s".formatted(variable, value)));

        var settings = settings(
                IMAGE, Compose.read().service("gpu-analyzer").arguments().toArray(String[]::new));

        assertThatNoException().isThrownBy(() -> Checking.look(settings));
        assertThat(Main.HTTP.in(settings).listen().port()).isEqualTo(8080);
        assertThat(settings.get(Main.DATA)).isEqualTo(Path.of("/data"));
    }

    @Test
    void it_finds_nothing_wrong_with_the_file_of_its_package() {
        var file = Repository.root().resolve("deploy/debian/analyzer/gpu-analyzer.yaml");

        var settings = settings(Map.of(), "serve", "--config", file.toString());

        assertThatNoException().isThrownBy(() -> Checking.look(settings));
        assertThat(Main.HTTP.in(settings).listen().port()).isEqualTo(8080);
        assertThat(settings.get(Main.DATA)).isEqualTo(Path.of("/var/lib/gpu-analyzer"));
    }

    private static Settings settings(Map<String, String> environment, String... arguments) {
        var invocation = Invocation.of(Program.complete(Main.DECLARATION), environment, arguments);
        assertThat(invocation).isInstanceOf(Invocation.Run.class);
        return ((Invocation.Run) invocation).settings();
    }
}
