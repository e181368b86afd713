package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolSettingsTest {
    private static SpoolSettings settings(String... arguments) {
        var declaration = new Declaration("program", "does", List.of(), SpoolSettings.ALL);
        return SpoolSettings.from(((Invocation.Run) Invocation.of(declaration, Map.of(), arguments)).settings());
    }

    @Test
    void ten_gibibytes_are_given_unless_told() {
        assertThat(settings()).isEqualTo(new SpoolSettings(10L << 30));
    }

    @ParameterizedTest
    @CsvSource({"16MiB,16777216", "20480KiB,20971520", "2GiB,2147483648", "3TiB,3298534883328"})
    void a_size_is_told_with_its_unit(String text, long bytes) {
        assertThat(settings("--spool-max-size=" + text)).isEqualTo(new SpoolSettings(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10GB", "10 GiB", "1e3GiB", "lots", ""})
    void what_is_no_size_is_refused(String text) {
        assertThatThrownBy(() -> settings("--spool-max-size=" + text))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("must be a size such as 512MiB or 10GiB");
    }

    @Test
    void too_little_is_refused() {
        assertThatThrownBy(() -> settings("--spool-max-size=15MiB"))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("must be 16MiB or more");
    }
}
