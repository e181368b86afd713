package io.gpuledger.analyzer.web.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/// Builds the query of a URL, parameter by parameter.
public final class Query {
    private final StringJoiner out = new StringJoiner("&");

    public Query with(Parameter parameter, Object value) {
        var encoded =
                URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        out.add(parameter.name() + "=" + encoded);
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
