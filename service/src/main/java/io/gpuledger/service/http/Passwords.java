package io.gpuledger.service.http;

import io.gpuledger.service.auth.Credentials;
import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.auth.Verdict;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.Optional;

/// Knows the users of the web configuration file, as it is at the moment.
public interface Passwords {
    /// This is said to somebody whom nobody finds the time to judge.
    Problem BUSY = Problem.of(Status.SERVICE_UNAVAILABLE_503, "Too many passwords to compare at the moment.")
            .retry(Duration.ofSeconds(5));

    /// Says whether there are users.
    boolean areAsked();

    /// Says whether the password is right. It takes as long for a user who is not there as for one who is.
    Verdict judge(Credentials credentials);

    /// Returns the hash of a user's password. Another hash means another password.
    Optional<PasswordHash> of(String user);
}
