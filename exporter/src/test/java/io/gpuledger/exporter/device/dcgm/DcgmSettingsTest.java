package io.gpuledger.exporter.device.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DcgmSettingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "unix://relative", "vsock://", "http://localhost", "tcp://"})
    void an_address_that_cannot_be_one_is_refused(String text) {
        assertThatThrownBy(() -> Hostengine.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unix:///PATH");
    }

    @Test
    void the_library_is_the_newest_that_is_there() {
        assertThat(DcgmSettings.LIBRARY.fallback()).contains("libdcgm.so.4,libdcgm.so.3");
    }
}
