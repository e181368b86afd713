package io.gpuledger.analyzer.scrape.http;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What is shown to a peer. Secrets stand in files, which are read anew as they change.
public sealed interface Credentials {
    Credentials NONE = new None();

    /// Returns what some settings say is to be shown.
    ///
    /// @param prefix what the names of these settings begin with, as `scrape`
    /// @param problems takes what does not go together
    static Credentials of(
            String prefix,
            Optional<String> user,
            Optional<Path> password,
            Optional<Path> token,
            List<String> problems) {
        if (user.isPresent() != password.isPresent()) {
            problems.add("--%1$s-username and --%1$s-password-file need each other".formatted(prefix));
        }
        if (token.isPresent() && (user.isPresent() || password.isPresent())) {
            problems.add("--%1$s-bearer-token-file and --%1$s-username exclude each other".formatted(prefix));
        }
        Optional<Credentials> basic = user.flatMap(name -> password.map(file -> new Basic(name, file)));
        return basic.or(() -> token.map(Bearer::new)).orElse(NONE);
    }

    record None() implements Credentials {}

    record Basic(String user, Path passwordFile) implements Credentials {}

    record Bearer(Path tokenFile) implements Credentials {}
}
