package io.gpuledger.analyzer.cluster.kubernetes;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/// Until when a watch has told all that there was. Its connection may be dead without anybody saying so, and a watch
/// that is made again is at work long before it has told what it missed: so that a watch stands says nothing. But the
/// API server, asked for one object, says which version all objects have by then, and a watch that has come so far has
/// told all until then. Where nothing happens, versions of watches go on by bookmarks, about one a minute.
final class Freshness {
    private record Asked(long millis, BigInteger version) {}

    private final int patience;
    private final Deque<Asked> open = new ArrayDeque<>();
    /// Whether the API server has an older version than the watch: that of a backup. The watch would be silent
    /// until all has happened that had happened since.
    private boolean isBack;

    private OptionalLong until = OptionalLong.empty();

    /// @param patience so many answers may be ahead of a watch
    Freshness(int patience) {
        this.patience = patience;
    }

    /// The API server was asked at an instant, and had this version then.
    ///
    /// @param comeTo the version that the watch had come to before
    synchronized void asked(long millis, String comeTo, String version) {
        isBack = number(version)
                .flatMap(now -> number(comeTo).map(before -> before.compareTo(now) > 0))
                .orElse(false);
        number(version)
                .ifPresentOrElse(
                        number -> {
                            if (open.size() == patience) {
                                open.removeFirst();
                            }
                            open.addLast(new Asked(millis, number));
                        },
                        () -> told(millis));
    }

    /// The watch has come to this version.
    synchronized void heard(String version) {
        number(version).ifPresent(number -> {
            while (!open.isEmpty() && open.getFirst().version().compareTo(number) <= 0) {
                told(open.removeFirst().millis());
            }
        });
    }

    /// All was told that there was at an instant.
    synchronized void told(long millis) {
        until = OptionalLong.of(Math.max(millis, until.orElse(millis)));
    }

    /// Returns until when all was told, in milliseconds since 1970.
    synchronized OptionalLong until() {
        return until;
    }

    /// Returns whether the watch has not come to where the API server was long ago, or never will.
    synchronized boolean isLost() {
        return isBack || open.size() == patience;
    }

    /// Another watch begins.
    synchronized void again() {
        open.clear();
        isBack = false;
    }

    /// Versions are numbers, though nobody has promised that for all times.
    private static Optional<BigInteger> number(String version) {
        return version.matches("[0-9]{1,40}") ? Optional.of(new BigInteger(version)) : Optional.empty();
    }
}
