package io.gpuledger.analyzer.mail;

import static io.gpuledger.analyzer.store.outbox.DeliveryState.DEFERRED;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.DRY_RUN;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.GIVEN_UP;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.REFUSED;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.SENT;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.mail.ScriptedRelay.Asked;
import io.gpuledger.analyzer.mail.ScriptedRelay.Fault;
import io.gpuledger.analyzer.mail.ScriptedRelay.Transaction;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.ExemptionTables;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.outbox.OutboxStatus;
import io.gpuledger.analyzer.store.outbox.ResendTables;
import io.gpuledger.analyzer.store.outbox.ResendTables.Decision;
import io.gpuledger.gate.FreePort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class MailRoundsTest {
    private final Rig rig = new Rig();

    MailRoundsTest() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    private static Function<Asked, Fault> first(Fault fault) {
        return asked -> asked.times() == 1 ? fault : Fault.NONE;
    }

    private void toOwnAddresses(int teams) {
        rig.teams(IntStream.range(0, teams)
                .boxed()
                .collect(Collectors.toMap(
                        number -> "team-" + number, number -> List.of("t%d@example.org".formatted(number)))));
    }

    @Test
    void each_team_and_the_fleet_get_one_letter_each_however_many_rounds_there_are() throws Exception {
        toOwnAddresses(5);
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            for (var i = 0; i < 3; i++) {
                rig.rounds(FixedLetters.of(5), relay).round();
                rig.pass(Duration.ofHours(5));
            }
            assertThat(relay.taken())
                    .extracting(Transaction::to)
                    .containsExactlyInAnyOrder(
                            "platform@example.org",
                            "t0@example.org",
                            "t1@example.org",
                            "t2@example.org",
                            "t3@example.org",
                            "t4@example.org");
            var mail = ReadMail.of(relay.taken().stream()
                    .filter(one -> one.to().startsWith("t3"))
                    .findFirst()
                    .orElseThrow()
                    .content()
                    .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(mail.message().getSubject()).isEqualTo("GPUs of team-3 in 2026-W47: 12 € wasted");
            assertThat(mail.header("To")).isEqualTo("t3@example.org");
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 6));
            assertThat(rig.gauge("gpu.analyzer.mail.deliveries", "state", "sent"))
                    .isEqualTo(6);
            assertThat(rig.gauge("gpu.analyzer.mail.letters", "state", "written"))
                    .isEqualTo(6);
        }
    }

    @Test
    @Timeout(20)
    void while_a_letter_waits_for_what_the_database_answers_others_are_put_together() throws Exception {
        var begun = new CountDownLatch(3);
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(new WaitingLetters(FixedLetters.of(5), begun), relay).round();
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 6));
        }
    }

    @Test
    void the_thread_of_the_rounds_ends_when_memory_runs_out_in_a_letter() throws Exception {
        var letters = new FailingLetters(FixedLetters.of(2), new OutOfMemoryError("of the test"));
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            var rounds = rig.rounds(letters, relay);
            assertThatThrownBy(rounds::round).isSameAs(letters.error());
        }
    }

    private record FailingLetters(Letters letters, Error error) implements Letters {
        @Override
        public List<Edition> editions(Week week) {
            return letters.editions(week);
        }

        @Override
        public Draft write(Edition edition, Week week) {
            throw error;
        }
    }

    /// Writes none before several have been begun.
    private record WaitingLetters(Letters letters, CountDownLatch begun) implements Letters {
        @Override
        public List<Edition> editions(Week week) {
            return letters.editions(week);
        }

        @Override
        public Draft write(Edition edition, Week week) {
            begun.countDown();
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return letters.write(edition, week);
        }
    }

    @Test
    void nothing_is_written_before_it_is_time_and_the_week_has_settled() throws Exception {
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.set(Rig.MONDAY.minus(Duration.ofHours(2)));
            var rounds = rig.rounds(FixedLetters.of(1), relay);
            rounds.round();
            assertThat(rig.status()).isEmpty();

            rig.set(Rig.MONDAY);
            rig.waitFor("an hour that is open");
            rounds.round();
            assertThat(rig.status()).isEmpty();
            assertThat(rig.gauge("gpu.analyzer.mail.unwritten")).isEqualTo(3_600);

            rig.settle();
            rounds.round();
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 2));
            assertThat(rig.gauge("gpu.analyzer.mail.unwritten")).isZero();
        }
    }

    @Test
    void weeks_before_the_last_one_get_no_letters() throws Exception {
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(FixedLetters.of(1), relay).round();
            assertThat(new OutboxStatus(rig.database()).of(Rig.WEEK.before())).isEmpty();
            assertThat(rig.test().rows("select week from gpu_ledger.mail_week")).containsExactly("2026-11-16");
        }
    }

    @Test
    void who_gets_none_is_noted_with_the_reason() throws Exception {
        new ExemptionTables(rig.database()).add(new Exemption("quiet", Rig.MONDAY, "root", "we do not want it"));
        rig.teams(Map.of("silent", List.of(), "odd", List.of("no address", "b@example.org")));
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(new FixedLetters(List.of("small", "quiet", "silent", "odd")), relay)
                    .round();

            assertThat(rig.line("small").withheld()).contains("it held less than a GPU-hour");
            assertThat(rig.line("quiet").withheld()).contains("exempt since 2026-11-23, by root: we do not want it");
            assertThat(rig.line("silent").withheld().orElseThrow()).startsWith("no address: name one in");
            assertThat(rig.line("odd").troubles()).containsExactly("the teams' file: `no address` is no address");
            assertThat(rig.line("odd").ways())
                    .extracting(OutboxStatus.Way::address)
                    .containsExactly("b@example.org");
            assertThat(rig.gauge("gpu.analyzer.mail.letters", "state", "withheld"))
                    .isEqualTo(3);
        }
    }

    @Test
    void who_is_greylisted_is_tried_again_after_some_minutes_with_the_same_letter() throws Exception {
        try (var relay = ScriptedRelay.plain(first(Fault.GREYLISTED))) {
            var rounds = rig.rounds(new FixedLetters(List.of("vision")), relay);
            rounds.round();
            assertThat(rig.way("vision").state()).isEqualTo(DEFERRED);
            assertThat(rig.way("vision").why()).isEqualTo("to RCPT TO: 450 4.2.0 come again");

            rig.pass(Duration.ofMinutes(3));
            rounds.round();
            assertThat(relay.taken()).isEmpty();

            rig.pass(Duration.ofMinutes(4));
            rounds.round();
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 2));
            assertThat(relay.taken()).hasSize(2);
        }
    }

    @Test
    void a_letter_that_nobody_takes_is_given_up_after_days() throws Exception {
        try (var relay = ScriptedRelay.plain(_ -> Fault.GREYLISTED)) {
            var rounds = rig.rounds(new FixedLetters(List.of("vision")), relay);
            for (var i = 0; i < 30; i++) {
                rounds.round();
                rig.pass(Duration.ofHours(4));
            }
            assertThat(rig.way("vision").state()).isEqualTo(GIVEN_UP);
            assertThat(rig.way("vision").why()).isEqualTo("to RCPT TO: 450 4.2.0 come again");
            assertThat(rig.way("vision").tries()).isBetween(15, 28);
        }
    }

    @Test
    void an_address_that_is_refused_gets_nothing_for_some_time_until_somebody_says_otherwise() throws Exception {
        try (var relay = ScriptedRelay.plain(first(Fault.NO_SUCH_USER))) {
            var letters = new FixedLetters(List.of("vision"));
            rig.rounds(letters, relay).round();
            assertThat(rig.way("vision").state()).isEqualTo(REFUSED);
            assertThat(rig.gauge("gpu.analyzer.mail.refused")).isEqualTo(2);

            rig.pass(Duration.ofDays(7));
            rig.rounds(letters, relay).round();
            var next = Week.parse("2026-W48");
            assertThat(new OutboxStatus(rig.database()).of(next))
                    .allSatisfy(line -> assertThat(line.ways()).singleElement().satisfies(way -> {
                        assertThat(way.state()).isEqualTo(REFUSED);
                        assertThat(way.why())
                                .isEqualTo("not tried: since 2026-11-23 the address is refused: to RCPT TO: 550 5.1.1"
                                        + " no such user");
                    }));
            assertThat(relay.transactions()).hasSize(2);

            var decision = new Decision(next, Rig.team("vision"), "all@example.org", "root on Tuesday");
            assertThat(new ResendTables(rig.database()).resend(decision, rig.now()))
                    .isTrue();
            rig.rounds(letters, relay).round();
            assertThat(relay.taken()).extracting(Transaction::to).containsExactly("all@example.org");
        }
    }

    @Test
    void a_letter_that_is_refused_is_not_sent_again_and_its_address_is_none_the_worse() throws Exception {
        try (var relay = ScriptedRelay.plain(_ -> Fault.LETTER_REFUSED)) {
            rig.rounds(FixedLetters.of(1), relay).round();
            assertThat(rig.states()).isEqualTo(Map.of(REFUSED, 2));
            assertThat(new OutboxStatus(rig.database()).refusals(rig.now())).isEmpty();
        }
    }

    @Test
    void a_letter_that_may_have_arrived_is_shown_and_never_sent_again_unasked() throws Exception {
        try (var relay = ScriptedRelay.plain(first(Fault.TAKES_IT_AND_HANGS_UP))) {
            var letters = new FixedLetters(List.of("vision"));
            for (var i = 0; i < 10; i++) {
                rig.rounds(letters, relay).round();
                rig.pass(Duration.ofHours(5));
            }
            assertThat(rig.states()).isEqualTo(Map.of(UNCERTAIN, 2));
            assertThat(relay.transactions()).hasSize(2);

            var resend = new ResendTables(rig.database());
            var vision = new Decision(Rig.WEEK, Rig.team("vision"), "all@example.org", "root on Tuesday");
            var fleet = new Decision(Rig.WEEK, new Edition.OfFleet(), "platform@example.org", "root on Tuesday");
            assertThat(resend.resend(vision, rig.now())).isTrue();
            assertThat(resend.arrived(fleet, rig.now())).isTrue();
            rig.rounds(letters, relay).round();

            assertThat(rig.states()).isEqualTo(Map.of(SENT, 2));
            assertThat(rig.way("vision").askedBy()).contains("root on Tuesday");
            assertThat(relay.taken())
                    .extracting(one -> one.to() + " " + id(one))
                    .containsExactlyInAnyOrder(
                            "platform@example.org " + id(relay, "platform@example.org"),
                            "all@example.org " + id(relay, "all@example.org"),
                            "all@example.org " + id(relay, "all@example.org"));
        }
    }

    private static String id(ScriptedRelay relay, String to) {
        return id(relay.taken().stream()
                .filter(one -> one.to().equals(to))
                .findFirst()
                .orElseThrow());
    }

    private static String id(Transaction letter) {
        return ReadMail.of(letter.content().getBytes(StandardCharsets.ISO_8859_1))
                .header("Message-ID");
    }

    @Test
    void a_relay_that_is_away_is_no_letter_s_trouble() throws Exception {
        var rounds = rig.rounds(FixedLetters.of(3), FreePort.find());
        rounds.round();
        assertThat(rig.gauge("gpu.analyzer.mail.relay.up")).isZero();
        assertThat(rig.status())
                .allSatisfy(line -> assertThat(line.ways().getFirst().tries()).isZero());
        rig.pass(Duration.ofHours(2));
        rounds.round();
        assertThat(rig.gauge("gpu.analyzer.mail.waiting")).isEqualTo(7_200);

        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(FixedLetters.of(3), relay).round();
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 4));
        }
    }

    @Test
    void a_dry_run_writes_letters_and_sends_none() throws Exception {
        rig.dryRun();
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(FixedLetters.of(2), relay).round();
            assertThat(rig.states()).isEqualTo(Map.of(DRY_RUN, 3));
            assertThat(relay.commands()).isEmpty();
        }
    }

    @Test
    void a_folder_gets_each_letter_as_a_file(@TempDir Path folder) throws Exception {
        var patience = SmtpPatience.of(Duration.ofSeconds(1));
        rig.rounds(FixedLetters.of(2), new MailFolder(folder.resolve("mail")), patience)
                .round();
        try (var files = Files.list(folder.resolve("mail"))) {
            var subjects = new ArrayList<String>();
            for (var file : files.sorted().toList()) {
                assertThat(file.toString()).endsWith(".eml");
                subjects.add(ReadMail.of(Files.readAllBytes(file)).message().getSubject());
            }
            assertThat(subjects)
                    .containsExactly(
                            "GPUs of  in 2026-W47: 12 € wasted".replace("  ", " "),
                            "GPUs of team-0 in 2026-W47: 12 € wasted",
                            "GPUs of team-1 in 2026-W47: 12 € wasted");
        }
    }

    @Test
    void a_domain_gets_no_more_letters_in_a_minute_than_it_is_to() throws Exception {
        rig.gap(Duration.ofHours(1));
        toOwnAddresses(3);
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            var rounds = rig.rounds(FixedLetters.of(3), relay);
            for (var sent = 1; sent <= 4; sent++) {
                rounds.round();
                assertThat(relay.taken()).hasSize(sent);
                rig.pass(Duration.ofMinutes(61));
            }
        }
    }

    @Test
    void a_letter_whose_writer_fails_is_tried_again_and_keeps_no_other() throws Exception {
        var isBroken = new AtomicBoolean(true);
        var good = new FixedLetters(List.of("vision", "speech"));
        var letters = new Letters() {
            @Override
            public List<Edition> editions(Week week) {
                return good.editions(week);
            }

            @Override
            public Draft write(Edition edition, Week week) {
                if (isBroken.get() && edition.name().equals("vision")) {
                    throw new IllegalStateException("a defect");
                }
                return good.write(edition, week);
            }
        };
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            var rounds = rig.rounds(letters, relay);
            rounds.round();
            assertThat(rig.status()).extracting(one -> one.edition().name()).containsExactly("", "speech");
            rig.pass(Duration.ofHours(1));
            rounds.round();
            assertThat(rig.gauge("gpu.analyzer.mail.unwritten")).isEqualTo(3_600);

            isBroken.set(false);
            rounds.round();
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 3));
            assertThat(rig.gauge("gpu.analyzer.mail.unwritten")).isZero();
        }
    }

    @Test
    void several_processes_at_once_send_each_letter_once() throws Exception {
        toOwnAddresses(40);
        try (var relay = new ScriptedRelay(ScriptedRelay.Manners.PLAIN, Duration.ofMillis(5), _ -> Fault.NONE)) {
            var threads = IntStream.range(0, 3)
                    .mapToObj(_ -> Thread.ofVirtual().start(() -> roundsUntilDone(relay)))
                    .toList();
            for (var thread : threads) {
                thread.join();
            }
            assertThat(relay.taken())
                    .extracting(Transaction::to)
                    .doesNotHaveDuplicates()
                    .hasSize(41);
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 41));
        }
    }

    private void roundsUntilDone(ScriptedRelay relay) {
        try {
            var rounds = rig.rounds(FixedLetters.of(40), relay);
            do {
                rounds.round();
            } while (!rig.states().equals(Map.of(SENT, 41)));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
