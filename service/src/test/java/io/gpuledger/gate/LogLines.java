package io.gpuledger.gate;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What a class logs until this is closed, in place of where it would log else. Loggers are shared by the whole
/// process: a test that listens has to be [org.junit.jupiter.api.parallel.Isolated].
public final class LogLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            lines.add(event.getLevel() + " " + new SimpleFormatter().formatMessage(event));
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    private LogLines(Logger logger) {
        this.logger = logger;
    }

    public static LogLines of(Class<?> whose) {
        var lines = new LogLines(Logger.getLogger(whose.getName()));
        lines.logger.addHandler(lines.handler);
        lines.logger.setUseParentHandlers(false);
        return lines;
    }

    /// Returns each line so far, as `WARNING the disk is full`.
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
