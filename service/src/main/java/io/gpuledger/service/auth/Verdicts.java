package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The verdicts of late, so that a password is compared once and not at each request. Held under digests with a key
/// that dies with the process: no password can be read from them, and how long a search takes tells nothing.
///
/// The right ones and the wrong ones are held apart, so that no number of wrong ones drives out a right one.
final class Verdicts {
    private static final int HELD_MAX = 100;

    /// A question is a user, a hash and a password, as a digest.
    record Question(String digest) {}

    private final SecretKeySpec key;
    private final Map<Question, Verdict> right = new Newest();
    private final Map<Question, Verdict> wrong = new Newest();

    Verdicts() {
        var secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    Question question(String user, byte[] hash, byte[] password) {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            mac.update(user.getBytes(UTF_8));
            // No user name can hold it, so that no two questions are written alike; a hash has one
            // length, or none where there is no such user.
            mac.update((byte) 0xff);
            mac.update(hash);
            return new Question(HexFormat.of().formatHex(mac.doFinal(password)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + key.getAlgorithm(), e);
        }
    }

    synchronized Optional<Verdict> find(Question question) {
        return Optional.ofNullable(right.get(question)).or(() -> Optional.ofNullable(wrong.get(question)));
    }

    /// Compares where nobody else did in the meantime.
    Verdict findOr(Question question, BooleanSupplier comparison) {
        return find(question).orElseGet(() -> held(question, comparison.getAsBoolean()));
    }

    private synchronized Verdict held(Question question, boolean isRight) {
        var verdict = isRight ? Verdict.WELCOME : Verdict.WRONG;
        (isRight ? right : wrong).put(question, verdict);
        return verdict;
    }

    private static final class Newest extends LinkedHashMap<Question, Verdict> {
        private static final long serialVersionUID = 1;

        Newest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Verdict> eldest) {
            return size() > HELD_MAX;
        }
    }
}
