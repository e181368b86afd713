package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// deploy/compose.yaml cannot be run where there is no Docker. Here is looked at what can be wrong with it, and in
/// ComposeArgumentsTest of the programs what they make of their arguments.
class ComposeTest {
    private static final Pattern ADDRESS = Pattern.compile("(?:^|[=/@\"])([a-z][a-z-]+):(\\d{2,5})(?:[/\"]|$)");
    private static final Pattern GRANTED = Pattern.compile("(?s)grant select on (.*?)\\s+to grafana;");
    private static final Pattern IMAGE = Pattern.compile("[a-z-]+(/[a-z-]+)?:v?\\d[\\w.-]*");

    /// What listens at which port, in the images of others as they are made.
    private static final Map<String, List<String>> LISTENS = Map.of(
            "alertmanager", List.of("9093"),
            "database", List.of("5432"),
            "gpu-analyzer", List.of("8080"),
            "gpu-exporter", List.of("9400"),
            "grafana", List.of("3000"),
            "grafana-role", List.of(),
            "mail", List.of("1025", "8025"),
            "prometheus", List.of("9090"));

    private final Compose compose = Compose.read();

    @TempDir
    Path folder;

    @Test
    void what_it_mounts_is_there_and_volumes_are_declared() {
        assertThat(compose.services())
                .allSatisfy((_, service) -> assertThat(service.mounts()).allSatisfy(mount -> {
                    if (mount.file().isPresent()) {
                        assertThat(mount.file().get()).exists();
                        assertThat(mount.readOnly()).as("%s", mount).isTrue();
                    } else {
                        assertThat(compose.volumes()).containsKey(mount.from());
                    }
                }));
        assertThat(compose.services().values().stream()
                        .flatMap(Compose.Service::mounts)
                        .map(Compose.Mount::from))
                .containsAll(compose.volumes().keySet());
    }

    @Test
    void images_are_of_one_version_each_and_ours_are_of_this_one() {
        var version = Poms.version();
        for (String program : List.of("gpu-exporter", "gpu-analyzer")) {
            var service = compose.service(program);
            assertThat(service.image()).isEqualTo(program + ":" + version);
            assertThat(service.build())
                    .isNotNull()
                    .satisfies(build -> assertThat(
                                    Compose.FOLDER.resolve(build.context()).resolve(build.dockerfile()))
                            .exists());
        }
        assertThat(compose.services().values())
                .allSatisfy(service -> assertThat(service.image()).matches(IMAGE));
    }

    @Test
    void whoever_is_named_is_a_service_that_listens_there() {
        assertThat(LISTENS).containsOnlyKeys(compose.services().keySet());
        assertThat(compose.services().values().stream().flatMap(Compose.Service::words))
                .allSatisfy(ComposeTest::namesServices);
        for (String file : List.of("prometheus.yml", "alertmanager.yml")) {
            assertThat(Repository.read(Compose.FOLDER.resolve("compose").resolve(file))
                            .lines())
                    .map(String::strip)
                    .map(line -> line.replaceFirst("^smtp_smarthost: ", "="))
                    .allSatisfy(ComposeTest::namesServices);
        }
        assertThat(compose.services().values())
                .flatExtracting(service -> Optional.ofNullable(service.dependsOn())
                        .map(Map::keySet)
                        .orElse(Set.of()))
                .allSatisfy(
                        name -> assertThat(compose.service(name).healthcheck()).isNotNull());
    }

    private static void namesServices(String word) {
        var address = ADDRESS.matcher(word);
        while (address.find()) {
            assertThat(LISTENS).as(word).containsKey(address.group(1));
            assertThat(LISTENS.get(address.group(1))).as(word).contains(address.group(2));
        }
    }

    @Test
    void only_this_machine_reaches_it() {
        compose.services()
                .forEach((name, service) -> assertThat(Compose.Service.words(service.ports()))
                        .allSatisfy(port -> {
                            var parts = List.of(port.split(":", -1));
                            assertThat(parts.getFirst()).isEqualTo("127.0.0.1");
                            assertThat(LISTENS.get(name)).contains(parts.getLast());
                        }));
    }

    @Test
    void our_containers_can_neither_become_more_than_they_are_nor_change_themselves() {
        for (String program : List.of("gpu-exporter", "gpu-analyzer")) {
            var service = compose.service(program);
            assertThat(service.readOnly()).isTrue();
            assertThat(service.capDrop()).containsExactly("ALL");
            assertThat(service.securityOpt()).containsExactly("no-new-privileges:true");
            assertThat(Limits.bytes(String.valueOf(service.memory()))).isEqualTo(Limits.ofChart(program));
        }
        assertThat(compose.services().keySet()).containsAll(Compose.onGpus().keySet());
    }

    @Test
    void prometheus_understands_its_file_and_the_rules() throws IOException, InterruptedException {
        var text = Repository.read(Compose.FOLDER.resolve("compose/prometheus.yml"));
        var rules = compose.service("prometheus")
                .mounts()
                .filter(mount -> mount.to().equals(Path.of("/etc/prometheus/rules")))
                .map(mount -> mount.file().orElseThrow())
                .collect(Collectors.toList());
        var here = Files.writeString(
                folder.resolve("prometheus.yml"),
                text.replace("/etc/prometheus/rules", rules.getFirst().toString()));
        assertThat(Promtool.run("check", "config", here.toString())).contains("SUCCESS: 7 rule files found");
    }

    @Test
    void alertmanager_groups_alerts_as_its_page_says() throws InterruptedException {
        var page = Repository.read(Repository.root().resolve("docs/alerts.md"));
        var file = Repository.read(Compose.FOLDER.resolve("compose/alertmanager.yml"))
                .replace("  receiver: mail\n", "");
        var from = file.indexOf("route:");
        assertThat(page)
                .contains(file.substring(from)
                        .strip()
                        .lines()
                        .map(line -> line.isEmpty() ? line : "    " + line)
                        .collect(Collectors.joining("\n")));
        var amtool = Counterpart.find("amtool", "prometheus-alertmanager");
        try (var check = RunningProgram.start(List.of(
                amtool.toString(),
                "check-config",
                Compose.FOLDER.resolve("compose/alertmanager.yml").toString()))) {
            assertThat(check.exitCode()).as(check.output()).isZero();
        }
    }

    @Test
    void grafana_may_read_what_its_page_says() {
        var granted = Stream.of("docs/dashboards.md", "deploy/compose/grafana-role.sql")
                .map(file -> GRANTED.matcher(Repository.read(Repository.root().resolve(file)))
                        .results()
                        .map(grant -> grant.group(1).replaceAll("\\s+", " "))
                        .toList())
                .toList();
        assertThat(granted.getFirst()).hasSize(1).isEqualTo(granted.getLast());
    }
}
