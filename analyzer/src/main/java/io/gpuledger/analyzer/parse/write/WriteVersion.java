package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.proto.ProtoCursor;

/// Which message a request carries. Both call the labels of a series 1 and its samples 2.
public enum WriteVersion {
    /// https://prometheus.io/docs/specs/prw/remote_write_spec/
    V1("1", "prometheus.WriteRequest", 1, 4, 3),
    /// https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/
    V2("2", "io.prometheus.write.v2.Request", 5, 3, 4);

    private final String number;
    private final String message;
    private final int series;
    private final int histograms;
    private final int exemplars;

    WriteVersion(String number, String message, int series, int histograms, int exemplars) {
        this.number = number;
        this.message = message;
        this.series = ProtoCursor.delimited(series);
        this.histograms = ProtoCursor.delimited(histograms);
        this.exemplars = ProtoCursor.delimited(exemplars);
    }

    /// Returns the number as metrics have it.
    public String number() {
        return number;
    }

    /// The protobuf message's full name, as the content type has it.
    public String message() {
        return message;
    }

    /// Returns the tag of a series in the message.
    int series() {
        return series;
    }

    /// Returns the tag of a histogram in a series.
    int histograms() {
        return histograms;
    }

    /// Returns the tag of an exemplar in a series.
    int exemplars() {
        return exemplars;
    }
}
