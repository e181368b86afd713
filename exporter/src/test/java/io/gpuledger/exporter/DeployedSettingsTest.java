package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Compose;
import io.gpuledger.gate.Repository;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What deploy/compose.yaml and the Debian package give to gpu-exporter is what it understands, and where others look
/// for it.
class DeployedSettingsTest {
    @Test
    void it_listens_where_others_of_compose_look_for_it() {
        assertThat(port(Compose.read().service("gpu-exporter").arguments())).isEqualTo(9400);
        assertThat(Compose.onGpus())
                .containsOnlyKeys("gpu-exporter")
                .allSatisfy(
                        (_, service) -> assertThat(port(service.arguments())).isEqualTo(9400));
    }

    @Test
    void it_understands_the_file_of_its_package() {
        var file = Repository.root().resolve("deploy/debian/exporter/gpu-exporter.yaml");
        assertThat(port(List.of("--config", file.toString()))).isEqualTo(9400);
    }

    private static int port(List<String> arguments) {
        var invocation = Invocation.of(Program.complete(Main.DECLARATION), Map.of(), arguments.toArray(String[]::new));
        assertThat(invocation).isInstanceOf(Invocation.Run.class);
        return Main.HTTP.in(((Invocation.Run) invocation).settings()).listen().port();
    }
}
