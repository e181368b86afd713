package io.gpuledger.analyzer.fit.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "cpu, 4, 4000",
        "cpu, 500m, 500",
        "cpu, 0.1, 100",
        "cpu, 1.5, 1500",
        "cpu, 1n, 1",
        "cpu, 100u, 1",
        "cpu, 1e1, 10000",
        "cpu, 1k, 1000000",
        "memory, 64Gi, 68719476736",
        "memory, 1.5Ki, 1536",
        "memory, 500M, 500000000",
        "memory, 1E, 1000000000000000000",
        "memory, 1Ei, 1152921504606846976",
        "memory, 1e3, 1000",
        "memory, 1E3, 1000",
        "memory, 5e-1, 1",
        "memory, 100m, 1",
        "memory, .5k, 500",
        "memory, 5., 5",
        "memory, +7, 7",
        "memory, -0, 0",
        "memory, 0e999999999, 0",
        "memory, 1e999999999, 9223372036854775807",
        "memory, 1e-999999999, 1",
        "memory, 16Ei, 9223372036854775807",
        "nvidia.com/gpu, 8, 8",
    })
    void an_amount_is_read_as_kubernetes_writes_it_and_rounded_up(String resource, String text, long amount) {
        assertThat(Quantity.of(resource, text)).hasValue(amount);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "1 Gi", "Gi", "-1", "1KiB", "1ki", "0x10", "1e", "1e1e1", "NaN", "1_000", "١", "1.2.3"})
    void what_is_no_amount_is_none(String text) {
        assertThat(Quantity.of("memory", text)).isEqualTo(OptionalLong.empty());
        assertThat(Quantity.of("cpu", "1".repeat(1_000_000) + text)).isEqualTo(OptionalLong.empty());
    }
}
