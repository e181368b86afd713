package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.booking.Prices.Price;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/// A file of prices. Each line has the product, the price, the currency, whether it is the price of a GPU or a node,
/// and where and when it applies.
///
///     h100    2.49  USD  gpu-hour   from=2026-01-01
///     a100   19.80  EUR  node-hour  gpu-part=95% pool=dgx cluster=berlin
///
/// All lines that make no sense are reported together, and the analyzer does not start with any of them: what it booked
/// without a price, or at another price, would have to be booked again.
record PriceFile(Prices prices, List<String> problems) {
    private static final Set<String> OPTIONS = Set.of("from", "until", "pool", "cluster", "gpu-part");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);
    /// No GPU or node costs more in an hour: a higher price was meant for a month.
    private static final BigDecimal MOST = BigDecimal.valueOf(10_000);

    private static final double USUAL_PART = 0.95;

    /// Reads a file of prices. Throws [BadSettingsException] with all lines that make no sense.
    static Prices open(String name) {
        try {
            var file = parse(name, SmallFile.read(Path.of(name)));
            if (!file.problems.isEmpty()) {
                throw new BadSettingsException(file.problems);
            }
            return file.prices;
        } catch (IOException e) {
            throw new BadSettingsException(List.of("prices-file: cannot read " + name + ": " + SmallFile.why(e)));
        }
    }

    static PriceFile parse(String name, String text) {
        var prices = new ArrayList<Price>();
        var problems = new ArrayList<String>();
        var lines = text.lines().toList();
        IntStream.range(0, lines.size()).forEach(number -> {
            var line = lines.get(number).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                try {
                    prices.add(price(line));
                } catch (IllegalArgumentException e) {
                    problems.add("%s:%d: %s".formatted(name, number + 1, e.getMessage()));
                }
            }
        });
        return new PriceFile(new Prices(prices), problems);
    }

    private static Price price(String line) {
        var words = SPACES.splitAsStream(line).toList();
        if (words.size() < 4) {
            throw new IllegalArgumentException("a price is `product price currency gpu-hour|node-hour`");
        }
        var options = options(words.subList(4, words.size()));
        return new Price(
                product(words.get(0)),
                Optional.ofNullable(options.get("cluster")),
                Optional.ofNullable(options.get("pool")),
                date(options, "from", Long.MIN_VALUE),
                date(options, "until", Long.MAX_VALUE),
                micros(words.get(1)),
                ofNode(words.get(3), options),
                currency(words.get(2)));
    }

    private static Map<String, String> options(List<String> words) {
        var options = new HashMap<String, String>();
        for (var word : words) {
            var equals = Math.max(0, word.indexOf('='));
            var name = word.substring(0, equals);
            if (!OPTIONS.contains(name)) {
                throw new IllegalArgumentException(
                        "`" + word + "` is none of from=, until=, pool=, cluster=, gpu-part=");
            }
            options.put(name, word.substring(equals + 1));
        }
        return options;
    }

    private static Pattern product(String text) {
        try {
            return Pattern.compile(text.toLowerCase(Locale.ROOT));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("`" + text + "` is no pattern: " + e.getDescription());
        }
    }

    private static long micros(String text) {
        try {
            var price = new BigDecimal(text);
            if (price.signum() >= 0 && price.compareTo(MOST) <= 0) {
                return price.multiply(MICROS).longValueExact();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("`" + text + "` is no price of an hour, of six decimals at most", e);
        }
        throw new IllegalArgumentException(
                "`" + text + "` is no price of an hour, which is between 0 and " + MOST + "; that of a month perhaps");
    }

    private static String currency(String text) {
        if (!text.matches("[A-Z]{3}")) {
            throw new IllegalArgumentException("`" + text + "` is no currency, such as USD");
        }
        return text;
    }

    private static Optional<Double> ofNode(String word, Map<String, String> options) {
        return switch (word) {
            case "gpu-hour" -> Optional.empty();
            case "node-hour" -> Optional.of(part(options));
            default -> throw new IllegalArgumentException("`" + word + "` is neither gpu-hour nor node-hour");
        };
    }

    private static double part(Map<String, String> options) {
        var text = options.getOrDefault("gpu-part", "");
        if (text.isEmpty()) {
            return USUAL_PART;
        }
        if (!text.matches("[0-9]{1,3}%") || Integer.parseInt(text.replace("%", "")) > 100) {
            throw new IllegalArgumentException("gpu-part=" + text + " is no part, such as 95%");
        }
        return Integer.parseInt(text.replace("%", "")) / 100.0;
    }

    private static long date(Map<String, String> options, String name, long otherwise) {
        var text = options.get(name);
        try {
            return text == null
                    ? otherwise
                    : LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + "=" + text + " is no date, such as 2026-01-31", e);
        }
    }
}
