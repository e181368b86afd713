package io.gpuledger.analyzer.parse.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageFormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/openmetrics-text; version=1.0.0; charset=utf-8 | OPENMETRICS",
                "Application/OpenMetrics-Text | OPENMETRICS",
                "text/plain; version=0.0.4; charset=utf-8 | PROMETHEUS",
                "text/plain | PROMETHEUS",
                "'' | PROMETHEUS",
                "; | PROMETHEUS",
                "text/html; of=application/openmetrics-text | PROMETHEUS"
            })
    void a_content_type_tells_the_format(String contentType, PageFormat format) {
        assertThat(PageFormat.of(contentType)).isEqualTo(format);
    }
}
