package io.gpuledger.analyzer.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.mail.RelaySettings.Login;
import io.gpuledger.analyzer.mail.ScriptedRelay.Fault;
import io.gpuledger.analyzer.mail.ScriptedRelay.Manners;
import io.gpuledger.analyzer.mail.ScriptedRelay.Reach;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SmtpRelayTest {
    private static final SmtpPatience PATIENCE = new SmtpPatience(
            Duration.ofSeconds(5), Duration.ofMillis(400), Duration.ofSeconds(1), Duration.ofSeconds(2));
    private static final Login LOGIN = new Login("gpus", Secret.of("open sesame"));
    private static final String CONTENT = "Subject: x\r\n\r\n.\r\n..two\r\nend\r\n";

    @TempDir
    private static Path folder;

    private static SSLContext tls;

    @BeforeAll
    static void makeKeys() throws Exception {
        var openSsl = new OpenSsl(folder);
        openSsl.certificate("good", "DNS:localhost", "IP:127.0.0.1");
        openSsl.certificate("stranger", "DNS:localhost", "IP:127.0.0.1");
        openSsl.certificate("misnamed", "DNS:other.example");
        tls = openSsl.server("good");
    }

    private static Manners startTls() {
        return new Manners(Optional.of(tls), false, true, Optional.empty());
    }

    private static RelaySettings settings(ScriptedRelay relay, MailTls mode) {
        return settings(relay, mode, "good", Optional.empty());
    }

    private static RelaySettings settings(ScriptedRelay relay, MailTls mode, String authority, Optional<Login> login) {
        return new RelaySettings(
                new Address("127.0.0.1", relay.port()),
                mode,
                Optional.of(folder.resolve(authority + ".crt")),
                login,
                Duration.ofSeconds(1));
    }

    private static Parcel parcel(String to) {
        return new Parcel(
                new MailAddress("gpus@example.org"),
                new MailAddress(to),
                "letter",
                new Bytes(CONTENT.getBytes(StandardCharsets.US_ASCII)));
    }

    private static Outcome hand(RelaySettings settings, String to) throws IOException {
        try (var conversation = new SmtpRelay(settings, PATIENCE).open()) {
            return conversation.hand(parcel(to), () -> true);
        }
    }

    private static Outcome handPlainly(Fault fault) throws IOException {
        try (var relay = ScriptedRelay.plain(_ -> fault)) {
            return hand(settings(relay, MailTls.NONE), "a@example.org");
        }
    }

    @Test
    void a_letter_arrives_as_it_was_sent() throws IOException {
        try (var relay = ScriptedRelay.good(Manners.PLAIN)) {
            assertThat(hand(settings(relay, MailTls.NONE), "a@example.org"))
                    .isEqualTo(new Outcome.Taken("250 2.0.0 taken"));

            assertThat(relay.taken()).singleElement().satisfies(letter -> {
                assertThat(letter.to()).isEqualTo("a@example.org");
                assertThat(letter.content()).isEqualTo(CONTENT);
            });
            assertThat(relay.commands()).contains("MAIL FROM:<gpus@example.org> SIZE=" + CONTENT.length(), "QUIT");
        }
    }

    @Test
    void several_letters_go_by_one_connection_and_what_one_address_refuses_is_no_other_s_concern() throws IOException {
        try (var relay = ScriptedRelay.plain(asked -> asked.to().startsWith("b") ? Fault.NO_SUCH_USER : Fault.NONE);
                var conversation = new SmtpRelay(settings(relay, MailTls.NONE), PATIENCE).open()) {
            assertThat(conversation.hand(parcel("a@example.org"), () -> true)).isInstanceOf(Outcome.Taken.class);
            assertThat(conversation.hand(parcel("b@example.org"), () -> true))
                    .isEqualTo(new Outcome.Refused("to RCPT TO: 550 5.1.1 no such user", true));
            assertThat(conversation.hand(parcel("c@example.org"), () -> true)).isInstanceOf(Outcome.Taken.class);

            assertThat(relay.commands())
                    .containsOnlyOnce("EHLO " + relay.commands().getFirst().substring(5));
            assertThat(relay.taken())
                    .extracting(ScriptedRelay.Transaction::to)
                    .containsExactly("a@example.org", "c@example.org");
        }
    }

    @Test
    void by_starttls_with_a_user_everything_after_the_greeting_is_secret() throws IOException {
        var manners = new Manners(Optional.of(tls), false, true, Optional.of("gpus:open sesame"));
        try (var relay = ScriptedRelay.good(manners)) {
            assertThat(hand(settings(relay, MailTls.STARTTLS, "good", Optional.of(LOGIN)), "a@example.org"))
                    .isInstanceOf(Outcome.Taken.class);

            assertThat(relay.taken()).singleElement().satisfies(letter -> {
                assertThat(letter.isSecure()).isTrue();
                assertThat(letter.user()).isEqualTo("gpus");
            });
            assertThat(relay.commands())
                    .filteredOn(one -> !one.startsWith("EHLO"))
                    .first()
                    .isEqualTo("STARTTLS");
        }
    }

    @Test
    void by_implicit_tls_too() throws IOException {
        var manners = new Manners(Optional.of(tls), true, false, Optional.of("gpus:open sesame"));
        try (var relay = ScriptedRelay.good(manners)) {
            assertThat(hand(settings(relay, MailTls.IMPLICIT, "good", Optional.of(LOGIN)), "a@example.org"))
                    .isInstanceOf(Outcome.Taken.class);
            assertThat(relay.taken()).singleElement().matches(ScriptedRelay.Transaction::isSecure);
        }
    }

    @Test
    void a_relay_that_offers_no_starttls_gets_nothing_unless_that_is_allowed() throws IOException {
        try (var relay = ScriptedRelay.good(Manners.PLAIN)) {
            var required = new SmtpRelay(settings(relay, MailTls.STARTTLS), PATIENCE);
            assertThatThrownBy(required::open)
                    .hasMessage(
                            "the relay at 127.0.0.1:%d: it does not offer STARTTLS, which --mail-tls requires, and"
                                    + " nothing is sent to it",
                            relay.port());
            assertThat(relay.commands()).noneMatch(one -> one.startsWith("MAIL") || one.startsWith("AUTH"));

            assertThat(hand(settings(relay, MailTls.OPPORTUNISTIC), "a@example.org"))
                    .isInstanceOf(Outcome.Taken.class);
        }
    }

    @Test
    void starttls_is_used_where_it_is_offered() throws IOException {
        try (var relay = ScriptedRelay.good(startTls())) {
            hand(settings(relay, MailTls.OPPORTUNISTIC), "a@example.org");
            assertThat(relay.taken()).singleElement().matches(ScriptedRelay.Transaction::isSecure);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STARTTLS", "IMPLICIT", "OPPORTUNISTIC"})
    void a_relay_whose_certificate_nobody_vouches_for_gets_nothing(MailTls mode) throws IOException {
        var manners = new Manners(Optional.of(tls), mode == MailTls.IMPLICIT, true, Optional.empty());
        try (var relay = ScriptedRelay.good(manners)) {
            var trusting = new SmtpRelay(settings(relay, mode, "stranger", Optional.empty()), PATIENCE);
            assertThatThrownBy(trusting::open)
                    .hasMessageContaining("no TLS with it (see --mail-tls and --mail-ca-file)");
            assertThat(relay.transactions()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STARTTLS", "IMPLICIT"})
    void a_relay_whose_certificate_is_of_another_name_gets_nothing(MailTls mode) throws Exception {
        var misnamed = Optional.of(new OpenSsl(folder).server("misnamed"));
        var manners = new Manners(misnamed, mode == MailTls.IMPLICIT, true, Optional.empty());
        try (var relay = ScriptedRelay.good(manners)) {
            var sending = new SmtpRelay(settings(relay, mode, "misnamed", Optional.empty()), PATIENCE);
            assertThatThrownBy(sending::open).hasMessageContaining("no TLS with it");
            assertThat(relay.transactions()).isEmpty();
        }
    }

    @Test
    void a_wrong_password_is_told_with_the_settings_that_mend_it() throws IOException {
        var manners = new Manners(Optional.of(tls), false, true, Optional.of("gpus:another"));
        try (var relay = ScriptedRelay.good(manners)) {
            var sending = new SmtpRelay(settings(relay, MailTls.STARTTLS, "good", Optional.of(LOGIN)), PATIENCE);
            assertThatThrownBy(sending::open)
                    .hasMessageContaining("see --mail-user and --mail-password-file")
                    .hasMessageContaining("535 5.7.8 no")
                    .hasMessageNotContaining("sesame");
        }
    }

    @Test
    void a_relay_that_is_away_is_named() {
        var settings = new RelaySettings(
                new Address("127.0.0.1", FreePort.find()),
                MailTls.NONE,
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(1));
        assertThatThrownBy(() -> new SmtpRelay(settings, PATIENCE).open())
                .hasMessageContaining("is not reached")
                .hasMessageContaining("--mail-relay");
    }

    @Test
    void who_is_greylisted_comes_again() throws IOException {
        assertThat(handPlainly(Fault.GREYLISTED)).isEqualTo(new Outcome.NotNow("to RCPT TO: 450 4.2.0 come again"));
    }

    @Test
    void what_the_sender_may_not_do_is_no_fault_of_the_address() throws IOException {
        assertThat(handPlainly(Fault.RELAYING_DENIED))
                .isEqualTo(new Outcome.NotNow("to RCPT TO: 550 5.7.1 relaying denied"));
    }

    @Test
    void a_letter_that_is_refused_once_all_of_it_is_there_is_refused_and_not_its_address() throws IOException {
        assertThat(handPlainly(Fault.LETTER_REFUSED))
                .isEqualTo(new Outcome.Refused("to the letter: 554 5.6.0 not this", false));
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "HANGS_UP_AT_RCPT",
                "TARPIT_AT_RCPT",
                "HANGS_UP_AT_DATA",
                "HANGS_UP_WITHIN_DATA",
                "LETTER_DEFERRED",
                "SHUTS_DOWN"
            })
    void a_letter_that_did_not_get_through_may_be_sent_again(Fault fault) throws IOException {
        var outcome = handPlainly(fault);
        // Its last line may have been on its way when a server hung up that had not read the first.
        assertThat(outcome)
                .isInstanceOfAny(
                        fault == Fault.HANGS_UP_WITHIN_DATA
                                ? new Class<?>[] {Outcome.NotNow.class, Outcome.Uncertain.class}
                                : new Class<?>[] {Outcome.NotNow.class});
    }

    @ParameterizedTest
    @EnumSource(names = {"TAKES_IT_AND_HANGS_UP", "TAKES_IT_AND_IS_SILENT"})
    void a_lost_connection_after_data_is_uncertain(Fault fault) throws IOException {
        assertThat(handPlainly(fault)).isInstanceOf(Outcome.Uncertain.class);
    }

    @Test
    void a_letter_that_is_not_to_go_any_more_does_not() throws IOException {
        try (var relay = ScriptedRelay.good(Manners.PLAIN);
                var conversation = new SmtpRelay(settings(relay, MailTls.NONE), PATIENCE).open()) {
            assertThat(conversation.hand(parcel("a@example.org"), () -> false)).isInstanceOf(Outcome.HeldBack.class);
            assertThat(conversation.isOpen()).isFalse();
            Await.until(
                    "the relay has seen the end",
                    () -> relay.transactions().getFirst().reach() == Reach.IN_DATA);
            assertThat(relay.taken()).isEmpty();
        }
    }

    @Test
    void a_letter_of_which_nobody_knows_whether_it_may_go_does_not() throws IOException {
        try (var relay = ScriptedRelay.good(Manners.PLAIN);
                var conversation = new SmtpRelay(settings(relay, MailTls.NONE), PATIENCE).open()) {
            assertThat(conversation.hand(parcel("a@example.org"), () -> {
                        throw new IOException("the database is away");
                    }))
                    .isEqualTo(new Outcome.NotNow(
                            "the connection was lost before the letter was sent: the database is away"));
            assertThat(conversation.isOpen()).isFalse();
            assertThat(relay.taken()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void the_last_word_is_asked_for_once_a_letter_when_all_but_its_end_is_sent(int letters) throws IOException {
        var asked = new AtomicInteger();
        try (var relay = ScriptedRelay.good(Manners.PLAIN);
                var conversation = new SmtpRelay(settings(relay, MailTls.NONE), PATIENCE).open()) {
            for (var i = 0; i < letters; i++) {
                conversation.hand(parcel("a@example.org"), () -> {
                    assertThat(relay.transactions().getLast().reach()).isEqualTo(Reach.IN_DATA);
                    return asked.incrementAndGet() > 0;
                });
            }
            assertThat(asked).hasValue(letters);
            assertThat(relay.taken()).hasSize(letters);
        }
    }

    @Test
    void a_file_of_certificates_that_is_none_is_told() throws IOException {
        try (var relay = ScriptedRelay.good(startTls())) {
            var settings = settings(relay, MailTls.STARTTLS, "missing", Optional.empty());
            assertThatThrownBy(() -> new SmtpRelay(settings, PATIENCE).open())
                    .hasMessageContaining("mail-ca-file: cannot read")
                    .hasMessageContaining("it is not there");
            assertThat(List.of(relay.commands())).containsExactly(List.of());
        }
    }
}
