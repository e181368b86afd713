package io.gpuledger.analyzer.store.embedded;

import java.util.Locale;
import java.util.stream.Stream;

/// Knows what mends a server that does not start, by the words that it or the system uses.
enum Remedy {
    DISK("no space left|disk quota exceeded", "free some space on its disk"),
    OWNER(
            "wrong ownership|permission denied|accessdenied|not permitted|must be owned",
            "the folder has to belong to the user that runs this program, and to nobody else"),
    READ_ONLY("read-only file system|not a directory", "name a folder that can be written to"),
    VERSION(
            "not compatible with this version|incompatible with server",
            "serve the folder with the PostgreSQL that made it and name that with --database-url, or move it away"),
    NO_SUCH_USER("could not look up effective user id", "run as a user that /etc/passwd knows"),
    PORT("could not bind|address already in use|could not create any tcp", "end what else uses its port"),
    PASSWORD("password authentication failed|28p01", "put the password file back that came with the data"),
    SHARED_MEMORY("pre-existing shared memory", "end the processes of PostgreSQL that still use its folder"),
    OTHER("", "see its log");

    private static final String ELSEWHERE = ", or name another PostgreSQL with --database-url";

    private final String words;
    private final String fix;

    Remedy(String words, String fix) {
        this.words = words;
        this.fix = fix;
    }

    /// Returns half a sentence for people.
    static String of(String text) {
        var told = text.toLowerCase(Locale.ROOT);
        return Stream.of(values())
                .filter(remedy -> Stream.of(remedy.words.split("\\|", -1)).anyMatch(told::contains))
                .findFirst()
                .orElse(OTHER)
                .toString();
    }

    @Override
    public String toString() {
        return fix + ELSEWHERE;
    }
}
