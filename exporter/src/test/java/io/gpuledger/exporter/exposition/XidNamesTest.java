package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XidNamesTest {
    @ParameterizedTest
    @CsvSource({
        "0, No Error",
        "31, GPU memory page fault",
        "79, GPU has fallen off the bus",
        "172, Uncorrectable SRAM Error",
        "173, Unknown Error",
        "-1, Unknown Error"
    })
    void every_xid_has_a_name(int xid, String name) {
        assertThat(XidNames.of(xid)).isEqualTo(name);
    }
}
