package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.WriteLimits;
import io.gpuledger.analyzer.parse.write.WriteReader;
import io.gpuledger.analyzer.remotewrite.Generations.Generation;
import io.gpuledger.analyzer.rows.RowMapper;

/// Holds what is needed to read a request. It is kept from one request to the next, as making it anew costs more than
/// reading.
final class RequestBuffers {
    private final WriteLimits limits;
    private Generation generation;
    private WriteReader reader;

    RequestBuffers(Generation generation, WriteLimits limits) {
        this.limits = limits;
        this.generation = generation;
        this.reader = reader(generation, limits);
    }

    private static WriteReader reader(Generation generation, WriteLimits limits) {
        return new WriteReader(generation.known(), generation.mapper().router(), limits);
    }

    /// From now on requests are read with the series of this generation.
    void use(Generation next) {
        if (!next.equals(generation)) {
            generation = next;
            reader = reader(next, limits);
        }
    }

    WriteReader reader() {
        return reader;
    }

    /// Returns the mapper that gave the reader its slots.
    RowMapper mapper() {
        return generation.mapper();
    }
}
