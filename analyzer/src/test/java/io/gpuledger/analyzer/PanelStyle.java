package io.gpuledger.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a panel shows its numbers: the unit, the colour and the words of each of its fields, with what a field
/// has of its own.
record PanelStyle(JsonNode config) {
    private static final Map<String, String> COLOURS = Map.ofEntries(
            Map.entry("green", "#73BF69"),
            Map.entry("red", "#F2495C"),
            Map.entry("orange", "#FF9830"),
            Map.entry("yellow", "#FADE2A"),
            Map.entry("blue", "#5794F2"),
            Map.entry("purple", "#B877D9"),
            Map.entry("text", "#D8D9DA"),
            Map.entry("dark-red", "#C4162A"),
            Map.entry("light-blue", "#8AB8FF"),
            Map.entry("super-light-blue", "#C0D8FF"),
            Map.entry("semi-dark-orange", "#FF780A"));
    private static final List<String> PALETTE = List.of(
            "#73BF69", "#F2CC0C", "#8AB8FF", "#FF780A", "#F2495C", "#5794F2", "#B877D9", "#705DA0", "#37872D",
            "#FADE2A", "#447EBC", "#C15C17");
    private static final List<String> BINARY = List.of(" B", " KiB", " MiB", " GiB", " TiB");
    private static final List<String> DECIMAL = List.of("", " K", " Mil", " Bil");
    private static final List<String> HERTZ = List.of(" Hz", " kHz", " MHz", " GHz");
    private static final double MINUTE = 60;
    private static final double HOUR = 60 * MINUTE;
    private static final double DAY = 24 * HOUR;

    static PanelStyle of(Dashboard.Panel panel) {
        return new PanelStyle(panel.json().path("fieldConfig"));
    }

    private JsonNode defaults() {
        return config.path("defaults");
    }

    String noValue() {
        return defaults().path("noValue").asText();
    }

    /// Returns what a field has, be it of its own or as all of its panel.
    JsonNode property(String field, String name) {
        for (var override : config.path("overrides")) {
            var matcher = override.path("matcher");
            var options = matcher.path("options").asText();
            var matches = matcher.path("id").asText().equals("byRegexp")
                    ? Pattern.compile(options.replaceAll("^/|/$", ""))
                            .matcher(field)
                            .find()
                    : options.equals(field);
            for (var property : override.path("properties")) {
                if (matches && property.path("id").asText().equals(name)) {
                    return property.path("value");
                }
            }
        }
        return defaults().at("/" + name.replace('.', '/'));
    }

    /// Returns the colour of a number by its words, or by the last threshold that it reaches.
    String colour(String field, double value) {
        var words = words(field, number(value, Locale.ROOT));
        if (words.isPresent()) {
            return COLOURS.getOrDefault(words.get().path("color").asText(), "#D8D9DA");
        }
        var colour = "text";
        for (var step : property(field, "thresholds").path("steps")) {
            if (step.path("value").isNull() || value >= step.path("value").asDouble()) {
                colour = step.path("color").asText();
            }
        }
        return COLOURS.getOrDefault(colour, colour);
    }

    /// Returns the colour of a word.
    String colour(String field, String word) {
        return words(field, word)
                .map(words -> COLOURS.getOrDefault(words.path("color").asText(), "#D8D9DA"))
                .orElse("#D8D9DA");
    }

    /// Returns the colour of one of several courses or bars.
    String colour(String field, int index) {
        var own = property(field, "color");
        return own.path("mode").asText().equals("fixed")
                ? COLOURS.getOrDefault(
                        own.path("fixedColor").asText(), own.path("fixedColor").asText())
                : PALETTE.get(index % PALETTE.size());
    }

    String text(String field, String word) {
        return words(field, word).map(words -> words.path("text").asText()).orElse(word);
    }

    String text(String field, double value) {
        var words = words(field, number(value, Locale.ROOT));
        return words.map(known -> known.path("text").asText()).orElseGet(() -> inUnit(field, value));
    }

    private Optional<JsonNode> words(String field, String value) {
        for (var mapping : property(field, "mappings")) {
            if (mapping.path("options").has(value)) {
                return Optional.of(mapping.path("options").path(value));
            }
        }
        return Optional.empty();
    }

    private static String number(double value, Locale locale) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(locale, "%s", value);
    }

    private String inUnit(String field, double value) {
        var unit = property(field, "unit").asText();
        var decimals = property(field, "decimals").asInt(-1);
        if (Double.isNaN(value)) {
            return "NaN";
        } else if (unit.startsWith("suffix:")) {
            return digits(value, decimals) + " "
                    + unit.substring("suffix:".length()).strip();
        }
        return switch (unit) {
            case "percentunit" -> digits(100 * value, Math.max(0, decimals)) + "%";
            case "celsius" -> digits(value, decimals) + " °C";
            case "watt" -> scaled(value, 1000, List.of(" W", " kW", " MW"), decimals);
            case "bytes" -> scaled(value, 1024, BINARY, decimals);
            case "Bps" -> scaled(value, 1024, BINARY, decimals) + "/s";
            case "hertz" -> scaled(value, 1000, HERTZ, decimals);
            case "short" -> scaled(value, 1000, DECIMAL, decimals);
            case "s" -> time(value, decimals);
            case "dateTimeAsIso" ->
                Instant.ofEpochMilli((long) value).toString().replace('T', ' ').replace("Z", "");
            default -> digits(value, decimals);
        };
    }

    private static String time(double seconds, int decimals) {
        if (seconds < MINUTE) {
            return seconds < 1 ? digits(1000 * seconds, 0) + " ms" : digits(seconds, decimals) + " s";
        } else if (seconds < HOUR) {
            return digits(seconds / MINUTE, 1) + " mins";
        }
        return seconds < DAY ? digits(seconds / HOUR, 1) + " hours" : digits(seconds / DAY, 1) + " days";
    }

    private static String scaled(double value, int base, List<String> words, int decimals) {
        var scale = 0;
        var rest = value;
        while (Math.abs(rest) >= base && scale < words.size() - 1) {
            rest /= base;
            scale++;
        }
        return digits(rest, scale > 0 ? Math.max(1, decimals) : decimals) + words.get(scale);
    }

    /// Shows as many digits as are asked for, or as a number of its size wants.
    private static String digits(double value, int decimals) {
        var text = String.format(Locale.ROOT, "%." + (decimals < 0 ? 2 : decimals) + "f", value);
        return decimals < 0 && text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
