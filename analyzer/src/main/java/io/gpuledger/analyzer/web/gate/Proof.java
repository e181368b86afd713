package io.gpuledger.analyzer.web.gate;

import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.auth.TokenHash;

/// Says by what somebody has shown who he is when he signed in. It is looked at again at each request, so that a
/// session ends with what it was opened by.
sealed interface Proof {
    /// He had a password, of which nothing is kept but the hash that it was compared with: with another password there
    /// is another.
    record ByPassword(String user, PasswordHash hash) implements Proof {}

    /// He had a token of the access file.
    record ByToken(TokenHash hash) implements Proof {}

    /// He had a token of which the API server has to say whose it is, each time that it is asked anew.
    record ByReview(Token token) implements Proof {}
}
