package io.gpuledger.analyzer.remotewrite;

import io.helidon.config.Config;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;
import io.helidon.http.encoding.spi.ContentEncodingProvider;
import java.util.Set;

/// Tells Helidon that bodies in these encodings are to be handed on as they come: it refuses those that it does not
/// know before any route sees them, and with 400, as if they were at fault. It makes this by META-INF/services, for
/// which it has to be public.
public final class PassThroughEncoding implements ContentEncodingProvider, ContentEncoding {
    /// The one that is read, and those that are answered with what is read.
    private static final Set<String> ENCODINGS = Set.of("snappy", "zstd", "gzip", "deflate");

    @Override
    public String configKey() {
        return "as-it-came";
    }

    @Override
    public ContentEncoding create(Config config, String name) {
        return this;
    }

    @Override
    public String name() {
        return configKey();
    }

    @Override
    public String type() {
        return configKey();
    }

    @Override
    public Set<String> ids() {
        return ENCODINGS;
    }

    @Override
    public boolean supportsDecoding() {
        return true;
    }

    @Override
    public ContentDecoder decoder() {
        return ContentDecoder.NO_OP;
    }

    @Override
    public boolean supportsEncoding() {
        return false;
    }

    @Override
    public ContentEncoder encoder() {
        return ContentEncoder.NO_OP;
    }
}
