package io.gpuledger.analyzer.scrape;

import java.time.Duration;

/// When in the interval a target is scraped: spread over all of it, and after a restart where it was before. Targets
/// within half a second, or a tenth of the interval, are scraped together: to wake up costs about as much as to scrape.
final class ScrapeOffset {
    /// 2^64 / the golden ratio: neighbours in one place come to lie far apart.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final long LENGTH_MILLIS_MAX = 500;
    private static final long COUNT_MIN = 10;

    private ScrapeOffset() {}

    /// Returns the offset from the start of each interval, which are counted from 1970.
    static long offsetMillis(String url, Duration interval) {
        var hash = 0xCBF29CE484222325L;
        for (int i = 0; i < url.length(); i++) {
            hash = (hash ^ url.charAt(i)) * 0x100000001B3L;
        }
        hash *= SPREAD;
        var offset = Long.remainderUnsigned(hash ^ (hash >>> 32), interval.toMillis());
        return offset - offset % Math.clamp(interval.toMillis() / COUNT_MIN, 1, LENGTH_MILLIS_MAX);
    }

    /// Until the next time that it is due.
    static long millisToNext(String url, Duration interval, long nowMillis) {
        return Math.floorMod(offsetMillis(url, interval) - nowMillis, interval.toMillis());
    }
}
