package io.gpuledger.analyzer.scrape;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.InstantSource;

/// Says which targets come and go, but not all of them when a whole network does.
final class TargetLog {
    private static final System.Logger LOG = System.getLogger(TargetLog.class.getName());
    private static final int LINES_MAX = 20;
    private static final long WINDOW_MILLIS = 60_000;

    private final InstantSource clock;
    private long windowStart;
    private int lines;
    private int unsaid;

    TargetLog(InstantSource clock) {
        this.clock = clock;
    }

    void down(String url, String why) {
        say(WARNING, "cannot scrape " + url + ": " + why);
    }

    void notStored(String url, String why) {
        say(WARNING, "the page of " + url + " was read and not stored: " + why);
    }

    void wellAgain(String url) {
        say(INFO, url + " is scraped and stored again");
    }

    void skewed(String url, long seconds) {
        say(WARNING, "the clock of %s is %d s off: samples that say their time are put there".formatted(url, seconds));
    }

    private synchronized void say(System.Logger.Level level, String what) {
        var now = clock.millis();
        if (now - windowStart >= WINDOW_MILLIS) {
            if (unsaid > 0) {
                LOG.log(
                        WARNING,
                        "%d more changes of targets were not told of: /api/v1/targets has them all".formatted(unsaid));
            }
            windowStart = now;
            lines = unsaid = 0;
        }
        if (lines < LINES_MAX) {
            lines++;
            LOG.log(level, what);
        } else {
            unsaid++;
        }
    }
}
