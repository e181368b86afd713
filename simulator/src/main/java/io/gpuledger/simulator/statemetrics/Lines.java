package io.gpuledger.simulator.statemetrics;

import java.nio.charset.StandardCharsets;

/// This writes a page of the text format, family by family.
final class Lines {
    private final StringBuilder page = new StringBuilder(1 << 16);

    /// Every family there is a gauge to those who read it.
    void family(String name, String help) {
        page.append("# HELP ").append(name).append(' ').append(help).append('\n');
        page.append("# TYPE ").append(name).append(" gauge\n");
    }

    /// @param labels names and values by turns
    void sample(String name, long value, String... labels) {
        page.append(name);
        for (var place = 0; place < labels.length; place += 2) {
            page.append(place == 0 ? '{' : ',')
                    .append(labels[place])
                    .append("=\"")
                    .append(escaped(labels[place + 1]))
                    .append('"');
        }
        page.append(labels.length > 0 ? "} " : " ").append(value).append('\n');
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    byte[] bytes() {
        return page.toString().getBytes(StandardCharsets.UTF_8);
    }
}
