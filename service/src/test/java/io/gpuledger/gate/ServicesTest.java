package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The systemd services of machines without Kubernetes, and the Debian packages that bring them. The packages are made
/// and installed by deploy/debian/prove.sh.
class ServicesTest {
    private static final Pattern LINE = Pattern.compile("(?m)^(\\w+)=(.*)$");

    private static Map<String, String> unit(String program) {
        var text = Repository.read(Repository.root().resolve("deploy/systemd/%s.service".formatted(program)));
        return LINE.matcher(text).results().collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "exporter"})
    void a_service_starts_what_its_package_brings(String module) {
        var program = "gpu-" + module;
        var unit = unit(program);
        assertThat(unit.get("ExecStart"))
                .startsWith("/opt/%1$s/bin/%1$s ".formatted(program))
                .endsWith(" --config /etc/%1$s/%1$s.yaml".formatted(program));
        assertThat(Repository.root().resolve("deploy/debian/%s/%s.yaml".formatted(module, program)))
                .exists();
        assertThat(unit).containsEntry("User", program).containsEntry("ExecReload", "/bin/kill -HUP $MAINPID");
        assertThat(Repository.read(Repository.root().resolve("deploy/debian/%s/control".formatted(module))))
                .startsWith("Package: %s\nVersion: @version@\n".formatted(program));
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "exporter"})
    void it_may_have_as_much_as_in_a_cluster_and_do_as_little(String module) {
        var program = "gpu-" + module;
        assertThat(Limits.bytes(unit(program).getOrDefault("MemoryMax", ""))).isEqualTo(Limits.ofChart(program));
        assertThat(unit(program))
                .containsEntry("NoNewPrivileges", "yes")
                .containsEntry("CapabilityBoundingSet", "")
                .containsEntry("ProtectSystem", "strict");
    }
}
