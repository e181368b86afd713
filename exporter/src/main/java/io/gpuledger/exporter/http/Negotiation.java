package io.gpuledger.exporter.http;

import io.gpuledger.exporter.exposition.Page.Format;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A client says by its headers in which form it wants the page; of those that we have it gets the one with the highest
/// weight. https://www.rfc-editor.org/rfc/rfc9110#name-content-negotiation
final class Negotiation {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern SEMICOLON = Pattern.compile(";");
    private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)");
    private static final String VERSION = "version=";

    private static final List<String> OPEN_METRICS = List.of("application/openmetrics-text");
    private static final List<String> OPEN_METRICS_VERSIONS = List.of("1.0.0", "0.0.1");
    private static final List<String> TEXT = List.of("text/plain", "text/*", "*/*");

    /// The same few clients come again and again, with the same headers.
    private static final int REMEMBERED_MAX = 64;

    private final Map<String, Format> formats = new ConcurrentHashMap<>();
    private final Map<String, Boolean> encodings = new ConcurrentHashMap<>();

    /// This is one of the things that a header lists.
    private record Wish(String name, List<String> parameters) {
        static Stream<Wish> of(String header) {
            return COMMA.splitAsStream(header).map(wish -> {
                var parts = SEMICOLON
                        .splitAsStream(wish.toLowerCase(Locale.ROOT))
                        .map(part -> part.replace(" ", "").replace("\"", ""))
                        .toList();
                return new Wish(parts.getFirst(), parts.subList(1, parts.size()));
            });
        }

        /// Thousandths; what is no weight weighs nothing.
        int weight() {
            return parameters.stream()
                    .filter(parameter -> parameter.startsWith("q="))
                    .map(weight -> WEIGHT.matcher(weight).matches()
                            ? (int) Math.round(1000 * Double.parseDouble(weight.substring(2)))
                            : 0)
                    .findFirst()
                    .orElse(1000);
        }

        boolean hasVersionOf(List<String> versions) {
            return parameters.stream()
                    .filter(parameter -> parameter.startsWith(VERSION))
                    .allMatch(parameter -> versions.contains(parameter.substring(VERSION.length())));
        }
    }

    Format format(String accept) {
        return remembered(formats, accept, Negotiation::choose);
    }

    boolean takesGzip(String acceptEncoding) {
        return remembered(encodings, acceptEncoding, header -> weight(header, List.of("gzip", "x-gzip")) > 0);
    }

    private static <T> T remembered(Map<String, T> answers, String header, Function<String, T> answer) {
        var known = answers.get(header);
        if (known != null) {
            return known;
        }
        var found = answer.apply(header);
        if (answers.size() < REMEMBERED_MAX) {
            answers.put(header, found);
        }
        return found;
    }

    private static Format choose(String accept) {
        var openMetrics = Wish.of(accept)
                .filter(wish -> OPEN_METRICS.contains(wish.name()) && wish.hasVersionOf(OPEN_METRICS_VERSIONS))
                .mapToInt(Wish::weight)
                .max()
                .orElse(0);
        return openMetrics > 0 && openMetrics >= weight(accept, TEXT) ? Format.OPEN_METRICS : Format.TEXT;
    }

    /// Returns the weight of the most particular of these names that the header lists. There is at least one name.
    private static int weight(String header, List<String> names) {
        return Wish.of(header)
                .filter(wish -> names.contains(wish.name()))
                .min(Comparator.comparingInt(wish -> names.indexOf(wish.name())))
                .map(Wish::weight)
                .orElse(0);
    }
}
