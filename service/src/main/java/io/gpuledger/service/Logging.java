package io.gpuledger.service;

import io.gpuledger.service.settings.Setting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/// Each event is one line on standard error, which says when, how grave, who and what.
final class Logging {
    enum Verbosity {
        DEBUG,
        INFO,
        WARNING,
        ERROR
    }

    static final Setting<Verbosity> LOG_LEVEL = Setting.choice(
                    "log-level", Verbosity.class, "The least grave events that are logged.")
            .or("info");

    /// Held here, because the JDK keeps loggers only as long as somebody else does.
    private static final Logger OURS = Logger.getLogger("io.gpuledger");

    private static final Logger ALL = Logger.getLogger("");

    private Logging() {}

    static void start(Verbosity verbosity) {
        for (var handler : ALL.getHandlers()) {
            ALL.removeHandler(handler);
        }
        var console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new Line());
        ALL.addHandler(console);
        // Libraries speak up only when something is wrong: the log tells our story.
        ALL.setLevel(Level.WARNING);
        OURS.setLevel(
                switch (verbosity) {
                    case DEBUG -> Level.FINE;
                    case INFO -> Level.INFO;
                    case WARNING -> Level.WARNING;
                    case ERROR -> Level.SEVERE;
                });
    }

    /// Names in a message are others': no line of theirs may look like one of ours, and no terminal obey them.
    private static final class Line extends Formatter {
        private static final Pattern LINE_END = Pattern.compile("\\R|\\t");
        private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
        private static final Pattern UNPRINTABLE_OF_TRACE =
                Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");
        private static final Pattern START_OF_LINE = Pattern.compile("(?m)^(?=.)");

        @Override
        public String format(LogRecord event) {
            return "%s %-7s %s %s%n%s"
                    .formatted(
                            event.getInstant(),
                            word(event.getLevel()),
                            shortened(String.valueOf(event.getLoggerName())),
                            plain(formatMessage(event)),
                            Optional.ofNullable(event.getThrown())
                                    .map(Line::trace)
                                    .orElse(""));
        }

        private static String plain(String message) {
            var line = LINE_END.matcher(message).replaceAll(" ");
            return UNPRINTABLE.matcher(line).replaceAll("?");
        }

        private static String word(Level level) {
            return level.intValue() >= Level.SEVERE.intValue()
                    ? "ERROR"
                    : level.intValue() < Level.INFO.intValue() ? "DEBUG" : level.getName();
        }

        private static String shortened(String logger) {
            return logger.replaceFirst("^io\\.gpuledger\\.", "");
        }

        private static String trace(Throwable thrown) {
            var text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text, true));
            var plain = UNPRINTABLE_OF_TRACE.matcher(text.toString()).replaceAll("?");
            return START_OF_LINE.matcher(plain).replaceAll("    ");
        }
    }
}
