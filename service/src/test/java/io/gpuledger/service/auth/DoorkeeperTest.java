package io.gpuledger.service.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class DoorkeeperTest {
    private static final int CHEAP = 4;
    /// One comparison takes about a tenth of a second.
    private static final int DEAR = 10;

    private final Doorkeeper doorkeeper = new Doorkeeper();

    @AfterEach
    void close() {
        doorkeeper.close();
    }

    @Test
    void who_knows_the_password_is_welcome_and_nobody_else() throws InterruptedException {
        var users = Map.of("ann", hash("red", CHEAP), "bob", hash("blue", CHEAP));

        assertThat(judge(users, "ann", "red")).isEqualTo(Verdict.WELCOME);
        assertThat(judge(users, "bob", "blue")).isEqualTo(Verdict.WELCOME);
        assertThat(judge(users, "ann", "blue")).isEqualTo(Verdict.WRONG);
        assertThat(judge(users, "eve", "red")).isEqualTo(Verdict.WRONG);
        assertThat(judge(users, "eve", "blue")).isEqualTo(Verdict.WRONG);
        assertThat(judge(users, "", "")).isEqualTo(Verdict.WRONG);
        assertThat(judge(users, "ann", "red\0")).isEqualTo(Verdict.WRONG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ü€", "a:b", "with \0 in it"})
    void any_text_can_be_a_password(String password) throws InterruptedException {
        assertThat(judge(Map.of("ann", hash(password, CHEAP)), "ann", password)).isEqualTo(Verdict.WELCOME);
    }

    @Test
    void a_password_counts_as_far_as_bcrypt_reads_it() throws InterruptedException {
        var users = Map.of("ann", hash("x".repeat(80), CHEAP));

        assertThat(judge(users, "ann", "x".repeat(72))).isEqualTo(Verdict.WELCOME);
        assertThat(judge(users, "ann", "x".repeat(71))).isEqualTo(Verdict.WRONG);
    }

    @Test
    void a_user_who_comes_later_with_the_hash_of_another_is_welcome() throws InterruptedException {
        var hash = hash("red", CHEAP);

        assertThat(judge(Map.of("ann", hash), "bob", "red")).isEqualTo(Verdict.WRONG);
        assertThat(judge(Map.of("bob", hash), "bob", "red")).isEqualTo(Verdict.WELCOME);
        assertThat(judge(Map.of("bob", hash), "ann", "red")).isEqualTo(Verdict.WRONG);
    }

    @Test
    void a_changed_password_shuts_out_the_old_one() throws InterruptedException {
        assertThat(judge(Map.of("ann", hash("red", CHEAP)), "ann", "red")).isEqualTo(Verdict.WELCOME);
        assertThat(judge(Map.of("ann", hash("blue", CHEAP)), "ann", "red")).isEqualTo(Verdict.WRONG);
    }

    @Test
    void the_same_password_is_compared_once() throws InterruptedException {
        var users = Map.of("ann", hash("red", DEAR));
        var first = nanos(users, "ann", "red");

        for (var i = 0; i < 100; i++) {
            assertThat(judge(users, "ann", "red")).isEqualTo(Verdict.WELCOME);
        }
        assertThat(nanos(users, "ann", "red")).isLessThan(first / 4);
    }

    @Test
    void a_user_who_is_not_there_takes_as_long_as_one_who_is() throws InterruptedException {
        var users = Map.of("ann", hash("red", DEAR));
        nanos(users, "ann", "warm up");

        assertThat(nanos(users, "eve", "red")).isGreaterThan(nanos(users, "ann", "blue") / 4);
    }

    @Test
    void wrong_passwords_drive_out_no_right_one() throws InterruptedException {
        var verdicts = new Verdicts();
        var right = verdicts.question("ann", new byte[] {1}, new byte[] {1});
        verdicts.findOr(right, () -> true);

        for (var i = 0; i < 1_000; i++) {
            verdicts.findOr(verdicts.question("ann", new byte[] {1}, ("wrong" + i).getBytes(UTF_8)), () -> false);
        }
        assertThat(verdicts.find(right)).contains(Verdict.WELCOME);
    }

    @Test
    void a_flood_of_wrong_passwords_is_cut_off() throws Exception {
        var users = Map.of("ann", hash("red", DEAR));
        judge(users, "ann", "red");
        var attempts = new ArrayList<Callable<Verdict>>();
        for (var i = 0; i < 200; i++) {
            var password = "wrong" + i;
            attempts.add(() -> judge(users, "ann", password));
        }
        try (var attackers = Executors.newVirtualThreadPerTaskExecutor()) {
            var verdicts = attackers.invokeAll(attempts);

            assertThat(verdicts).extracting(Future::resultNow).doesNotContain(Verdict.WELCOME);
            assertThat(verdicts)
                    .filteredOn(verdict -> verdict.resultNow() == Verdict.WRONG)
                    .as("those that were compared")
                    .hasSizeLessThan(50);
        }
        assertThat(judge(users, "ann", "red")).isEqualTo(Verdict.WELCOME);
    }

    @Test
    void credentials_are_read_from_a_header() {
        assertThat(header("Basic", "ann:a:b")).contains(new Credentials("ann", "a:b"));
        assertThat(header("BASIC", ":")).contains(new Credentials("", ""));
        assertThat(header("basic", "ü:€")).contains(new Credentials("ü", "€"));
        assertThat(header("Basic", "ann")).isEmpty();
        assertThat(header("Bearer", "ann:red")).isEmpty();
        assertThat(Credentials.parse("Basic")).isEmpty();
        assertThat(Credentials.parse("Basic !")).isEmpty();
        assertThat(Credentials.parse("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "doe", "$2y$03$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu", "$2y$10$short"})
    void what_is_no_hash_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> PasswordHash.parse(text));
    }

    @Test
    void nothing_secret_is_printed() {
        assertThat(hash("red", CHEAP)).hasToString("(hash)");
        assertThat(new Credentials("ann", "red")).hasToString("(credentials)");
    }

    private static Optional<Credentials> header(String scheme, String pair) {
        return Credentials.parse(scheme + " " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
    }

    private long nanos(Map<String, PasswordHash> users, String user, String password) throws InterruptedException {
        var begun = System.nanoTime();
        judge(users, user, password);
        return System.nanoTime() - begun;
    }

    private Verdict judge(Map<String, PasswordHash> users, String user, String password) throws InterruptedException {
        return doorkeeper.judge(users, new Credentials(user, password));
    }

    private static PasswordHash hash(String password, int cost) {
        var hasher = BCrypt.with(BCrypt.Version.VERSION_2Y, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2Y));
        return PasswordHash.parse(new String(hasher.hash(cost, password.getBytes(UTF_8)), UTF_8));
    }
}
