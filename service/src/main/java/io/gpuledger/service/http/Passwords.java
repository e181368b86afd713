package io.gpuledger.service.http;

import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.auth.Verdict;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.Optional;

/// The users of the web configuration file, as it is at the moment.
public interface Passwords {
    /// Is said to somebody whom nobody finds the time to judge.
    Problem BUSY = Problem.of(Status.SERVICE_UNAVAILABLE_503, "Too many passwords to compare at the moment.")
            .retry(Duration.ofSeconds(5));

    /// Whether there are users.
    boolean areAsked();

    /// Takes as long for a user who is not there as for one who is.
    Verdict judge(Credentials credentials);

    /// The hash of a user's password; another one is another password.
    Optional<PasswordHash> of(String user);
}
