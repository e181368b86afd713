package io.gpuledger.analyzer.report;

import java.util.List;

/// A letter as it is mailed and shown.
///
/// @param subject one line
/// @param html names its pictures by `cid:` and their names
/// @param text says all that the HTML says, and stands alone
/// @param table the same figures as a file of comma-separated values
public record Letter(String subject, String html, String text, List<Picture> pictures, Table table) {
    /// A picture that the HTML shows.
    ///
    /// @param name the name that the HTML has for it, such as `trend.png`
    /// @param words what it shows, for those who do not see it
    public record Picture(String name, String words, Bytes png) {}

    /// A file that goes with the letter.
    public record Table(String fileName, String csv) {}

    /// Bytes that nobody can change.
    public static final class Bytes {
        private final byte[] bytes;

        public Bytes(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        public byte[] copy() {
            return bytes.clone();
        }
    }

    public Letter {
        pictures = List.copyOf(pictures);
    }
}
