package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.Field;
import org.junit.jupiter.api.Test;

class DcgmTableTest {
    @Test
    void every_field_that_can_be_given_is_one_of_dcgm_s_under_its_common_name() {
        assertThat(DcgmNumbers.fields()).allSatisfy(name -> {
            var field = Field.named(name).orElseThrow();
            assertThat(field.name()).isEqualTo(name);
            assertThat(field.kind()).isIn(Field.Kind.INT, Field.Kind.DOUBLE);
        });
        assertThat(DcgmTexts.fields()).allSatisfy(name -> {
            var field = Field.named(name).orElseThrow();
            assertThat(field.name()).isEqualTo(name);
            assertThat(field.kind()).isEqualTo(Field.Kind.TEXT);
        });
    }

    @Test
    void whole_numbers_lose_what_stands_behind_the_point_and_others_keep_six_digits() {
        var clock = Field.named("DCGM_FI_DEV_SM_CLOCK").orElseThrow();
        var power = Field.named("DCGM_FI_DEV_POWER_USAGE").orElseThrow();
        assertThat(DcgmNumbers.text(clock, 1979.9)).isEqualTo("1979");
        assertThat(DcgmNumbers.text(clock, 1980 - 1e-10)).isEqualTo("1980");
        assertThat(DcgmNumbers.text(power, 30.9820001)).isEqualTo("30.982");
    }
}
