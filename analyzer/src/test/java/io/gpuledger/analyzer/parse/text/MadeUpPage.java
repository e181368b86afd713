package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.SplittableRandom;

/// A page of random families, all of it as the formats want it or nearly so.
final class MadeUpPage {
    private static final String[] NAMES = {
        "a", "up", "go:x", "DCGM_FI_DEV_GPU_UTIL", "_x", "\"my.name\"", "\"é\"", "a_b"
    };
    private static final String[] LABELS = {"gpu", "UUID", "_", "\"l.1\"", "a", "b", "\"é\""};
    private static final String[] VALUES = {
        "", "0", "GPU-1", "NVIDIA H100 80GB HBM3", "}", "{", "\\\\", "\\\"", "\\n", "é", ",", "=", "\\x", "# EOF", " "
    };
    private static final String[] NUMBERS = {
        "0",
        "1",
        "-1",
        "0.5",
        "12.345678",
        "1e9",
        "1.602e-19",
        "NaN",
        "+Inf",
        "-Inf",
        "Inf",
        "0x1.8p3",
        "123456789.125",
        "0.1234567890123456",
        "9007199254740993",
        "1234567890123456789",
        "+7",
        "1_000",
        "4,5",
        "1e400",
        "--1",
        "infinity"
    };
    private static final String[] BLANKS = {" ", " ", " ", " ", " ", "  ", "\t", " \t "};
    private static final String[] TAILS = {
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        " ",
        " 1520879607789",
        " 1520879607.789",
        " -5",
        " 1e3",
        " # {a=\"b\"} 1",
        " 5 # {} 2 3",
        " 5 6",
        " NaN",
        " # x",
        "\r"
    };

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();

    private MadeUpPage(SplittableRandom random) {
        this.random = random;
    }

    static byte[] of(SplittableRandom random) {
        var page = new MadeUpPage(random);
        for (var i = random.nextInt(6); i >= 0; i--) {
            page.family();
        }
        page.text.append(page.oneOf("", "# EOF\n", "# EOF", "\n"));
        return page.text.toString().getBytes(UTF_8);
    }

    private void family() {
        var name = oneOf(NAMES);
        text.append(oneOf("", "# HELP " + name + " What it is.\n# TYPE " + name + " gauge\n", "#\n", "\n", " \t\n"));
        var labels = random.nextInt(4);
        for (var i = random.nextInt(5); i >= 0; i--) {
            series(name, labels);
        }
    }

    private void series(String name, int labels) {
        var isQuoted = name.startsWith("\"");
        text.append(random.nextInt(9) == 0 ? oneOf(BLANKS) : "").append(isQuoted ? "" : name);
        if (isQuoted || labels > 0 || random.nextInt(9) == 0) {
            text.append(random.nextInt(9) == 0 ? oneOf(BLANKS) : "").append('{');
            text.append(isQuoted ? name : "").append(isQuoted && labels > 0 ? "," : "");
            for (var i = 0; i < labels; i++) {
                text.append(i > 0 ? oneOf(",", ",", ",", " , ", " ") : "")
                        .append(oneOf(LABELS))
                        .append("=\"")
                        .append(oneOf(VALUES))
                        .append('"');
            }
            text.append(random.nextInt(9) == 0 ? "," : "").append('}');
        }
        text.append(oneOf(BLANKS)).append(oneOf(NUMBERS)).append(oneOf(TAILS)).append('\n');
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
