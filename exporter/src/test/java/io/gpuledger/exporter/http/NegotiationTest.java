package io.gpuledger.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.exposition.Page.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NegotiationTest {
    private final Negotiation negotiation = new Negotiation();

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Prometheus 2.42
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                // Prometheus 3
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                        + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                "application/openmetrics-text",
                "Application/OpenMetrics-Text; Version=1.0.0",
                "text/plain;q=0.5, application/openmetrics-text; q=0.5"
            })
    void open_metrics_goes_to_who_prefers_it(String accept) {
        assertThat(negotiation.format(accept)).isEqualTo(Format.OPEN_METRICS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "text/html,application/xhtml+xml,*/*;q=0.8",
                "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                "application/openmetrics-text;version=2.0.0",
                "application/openmetrics-text;q=0",
                "application/openmetrics-text;q=0.4,text/plain;q=0.5",
                "application/openmetrics-text;q=much",
                ",;;q=,=",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,"
                        + "text/plain;version=0.0.4;q=0.3"
            })
    void the_text_format_goes_to_everybody_else(String accept) {
        assertThat(negotiation.format(accept)).isEqualTo(Format.TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate, gzip;q=1.0, *;q=0.5", "GZIP", "x-gzip", "br,gzip;q=0.001"})
    void gzip_goes_to_who_takes_it(String encodings) {
        assertThat(negotiation.takesGzip(encodings)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "gzip;q=0", "gzip;q=0.000", "br", "gzipped", "gzip;q=x"})
    void and_to_nobody_else(String encodings) {
        assertThat(negotiation.takesGzip(encodings)).isFalse();
    }

    @Test
    void it_answers_the_same_however_many_have_asked() {
        for (var client = 0; client < 1000; client++) {
            assertThat(negotiation.format("application/openmetrics-text;client=" + client))
                    .isEqualTo(Format.OPEN_METRICS);
            assertThat(negotiation.format("text/plain;client=" + client)).isEqualTo(Format.TEXT);
        }
    }
}
