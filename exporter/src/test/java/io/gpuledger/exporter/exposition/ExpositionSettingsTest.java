package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpositionSettingsTest {
    private static ExpositionSettings settings(Map<String, String> environment, String... flags) {
        var declaration = new Declaration("gpu-exporter", "Exports.", List.of(), ExpositionSettings.ALL);
        var run = (Invocation.Run) Invocation.of(declaration, environment, flags);
        return ExpositionSettings.from(run.settings());
    }

    @Test
    void dcgm_exporter_s_short_flags_are_understood() {
        var settings = settings(Map.of(), "--node-name=n", "-n", "-o", "-rbmn", "-x", "60000", "-c", "1000");
        assertThat(settings.style()).isEqualTo(new DcgmStyle(Optional.empty(), true, true, PodLabels.NONE));
        assertThat(settings.events())
                .isEqualTo(new EventSettings(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(1)));
    }

    @Test
    void dcgm_exporter_s_variables_are_understood() {
        var settings = settings(Map.of(
                "NODE_NAME", "n",
                "DCGM_EXPORTER_NO_HOSTNAME", "1",
                "DCGM_EXPORTER_USE_OLD_NAMESPACE", "true",
                "DCGM_EXPORTER_REPLACE_BLANKS_IN_MODEL_NAME", "T",
                "DCGM_EXPORTER_XID_COUNT_WINDOW_SIZE", "60000",
                "DCGM_EXPORTER_CLOCK_EVENTS_COUNT_WINDOW_SIZE", "90000",
                "DCGM_EXPORTER_INTERVAL", "30000"));
        assertThat(settings.style()).isEqualTo(new DcgmStyle(Optional.empty(), true, true, PodLabels.NONE));
        assertThat(settings.events())
                .isEqualTo(new EventSettings(Duration.ofMinutes(1), Duration.ofSeconds(90), Duration.ofSeconds(30)));
    }

    @Test
    void a_switch_can_be_turned_off_again() {
        var settings = settings(Map.of("DCGM_EXPORTER_NO_HOSTNAME", "true"), "--node-name=n", "-n=false");
        assertThat(settings.style().hostname()).contains(HostnameLabel.NEW);
    }

    @Test
    void the_label_of_the_node_can_be_spelled_both_ways() {
        assertThat(settings(Map.of(), "--node-name=n", "--compat-hostname-label=both")
                        .style()
                        .hostname())
                .contains(HostnameLabel.BOTH);
    }
}
