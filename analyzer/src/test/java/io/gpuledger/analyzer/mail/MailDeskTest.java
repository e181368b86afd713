package io.gpuledger.analyzer.mail;

import static io.gpuledger.analyzer.store.outbox.DeliveryState.QUEUED;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.mail.ScriptedRelay.Fault;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.service.settings.BadSettingsException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MailDeskTest {
    private static final FixedLetters LETTERS = new FixedLetters(List.of("vision", "small"));

    private final Rig rig = new Rig();

    MailDeskTest() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    private MailDesk desk() {
        return desk(rig.settings());
    }

    private MailDesk desk(MailSettings settings) {
        return new MailDesk(rig.around(LETTERS), settings, "root");
    }

    private static DeskSettings about(Edition edition) {
        return new DeskSettings(edition, Rig.WEEK, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    private static DeskSettings about(Edition edition, String address, String confirmation) {
        return new DeskSettings(
                edition,
                Rig.WEEK,
                Optional.of(new MailAddress(address)),
                Optional.of(confirmation),
                Optional.empty(),
                false);
    }

    @Test
    void the_status_says_what_became_of_each_letter_and_why_there_is_none() throws Exception {
        rig.waitFor("hours that are open");
        assertThat(desk().status(Rig.WEEK)).isEqualTo("""
            Letters of 2026-W47
              wait: hours that are open
              none yet
            """);
        rig.settle();
        try (var relay = ScriptedRelay.plain(
                asked -> asked.to().startsWith("platform") ? Fault.NO_SUCH_USER : Fault.GREYLISTED)) {
            rig.rounds(LETTERS, relay).round();
        }
        assertThat(desk().status(Rig.WEEK).replaceAll("next try \\S+:", "next try T:"))
                .isEqualTo("""
                    Letters of 2026-W47
                      (fleet): written 2026-11-23T09:00:00Z
                        refused    platform@example.org, since 2026-11-23T09:00:00Z, tries 1: to RCPT TO: 550 5.1.1 no such user
                      small: none: it held less than a GPU-hour
                      vision: written 2026-11-23T09:00:00Z
                        deferred   all@example.org, since 2026-11-23T09:00:00Z, tries 1, next try T: to RCPT TO: 450 4.2.0 come again
                    Addresses that get nothing, as they were refused
                      platform@example.org since 2026-11-23T09:00:00Z, until 2026-12-23T09:00:00Z: to RCPT TO: 550 5.1.1 no such user
                    """);
    }

    @Test
    void a_preview_is_the_letter_as_it_is_mailed_and_stores_nothing() throws Exception {
        var preview = desk().preview(about(Rig.team("vision")));
        assertThat(preview.words()).isEqualTo("as it would be written now, to [all@example.org]");
        var before = ReadMail.of(preview.content().copy());
        assertThat(before.message().getSubject()).isEqualTo("GPUs of vision in 2026-W47: 12 € wasted");
        assertThat(before.header("To")).isEqualTo("all@example.org");
        assertThat(rig.status()).isEmpty();
        assertThat(desk().preview(about(Rig.team("small"))).words())
                .isEqualTo("no letter: it held less than a GPU-hour");

        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(LETTERS, relay).round();
            var after = desk().preview(about(Rig.team("vision")));
            assertThat(after.words()).startsWith("as it was written");
            assertThat(relay.taken())
                    .extracting(ScriptedRelay.Transaction::content)
                    .contains(new String(after.content().copy(), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void a_letter_is_sent_again_only_by_who_says_which_and_to_whom_and_that_is_noted() throws Exception {
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(LETTERS, relay).round();
        }
        var vision = Rig.team("vision");
        assertThatThrownBy(() -> desk().resend(about(vision))).hasMessage("address must be given: --address ADDRESS");
        assertThatThrownBy(() -> desk().resend(about(vision, "all@example.org", "yes")))
                .isInstanceOf(BadSettingsException.class)
                .hasMessage("the letter would be sent again, and may be there twice then: if that is meant, add"
                        + " --confirm \"2026-W47 vision all@example.org\"");
        assertThat(rig.states()).isEqualTo(Map.of(SENT, 2));

        rig.pass(Duration.ofHours(1));
        assertThat(desk().resend(about(vision, "all@example.org", "2026-W47 vision all@example.org")))
                .isEqualTo("the letter of 2026-W47 to vision is sent again: all@example.org\n");
        assertThat(rig.way("vision").state()).isEqualTo(QUEUED);
        assertThat(rig.way("vision").askedBy()).contains("root, 2026-11-23T10:00:00Z");
        assertThat(desk().arrived(about(vision, "all@example.org", "2026-W47 vision all@example.org")))
                .startsWith("nothing is changed");
    }

    @Test
    void who_does_not_own_the_tables_sends_nothing_again() throws Exception {
        var owner = rig.test().settings();
        var guest = "mail_guest_" + ProcessHandle.current().pid();
        rig.test()
                .execute("create role %s login password '%s'"
                        .formatted(guest, owner.password().orElseThrow().reveal()));
        rig.test()
                .execute("grant usage on schema gpu_ledger to %1$s;".formatted(guest)
                        + "grant all on all tables in schema gpu_ledger to " + guest);
        var settings = new DatabaseSettings(
                owner.url(), Optional.of(guest), owner.password(), owner.timescale(), owner.connections());
        try (var database = new Database(settings, new SimpleMeterRegistry())) {
            var around = new MailRounds.Surroundings(database, LETTERS, _ -> Optional.empty(), rig::now);
            var asked = about(Rig.team("vision"), "all@example.org", "2026-W47 vision all@example.org");
            assertThatThrownBy(() -> new MailDesk(around, rig.settings(), "guest").resend(asked))
                    .hasMessageContaining("only who owns the schema gpu_ledger may do this");
        } finally {
            rig.test().execute("drop owned by %1$s; drop role %1$s".formatted(guest));
        }
    }

    @Test
    void send_writes_what_had_no_address_before_into_the_folder(@TempDir Path folder) throws Exception {
        var settings = rig.settings();
        var without = new MailSettings(
                Optional.of(new MailSettings.Way.Folder(folder)),
                settings.from(),
                settings.replyTo(),
                settings.at(),
                settings.zone(),
                settings.teams(),
                new Recipients.Rules(List.of(), List.of(), List.of(), Set.of()),
                settings.pace(),
                false,
                settings.page());
        assertThat(desk(without).send(about(new Edition.OfFleet()), true))
                .contains("vision: none: no address")
                .contains("(fleet): none: nobody is to get it");
        var teams = Files.writeString(folder.resolve("teams.yaml"), "vision: [a@example.org]\n");
        var with = new MailSettings(
                without.way(),
                settings.from(),
                settings.replyTo(),
                settings.at(),
                settings.zone(),
                Optional.of(teams),
                without.rules(),
                settings.pace(),
                false,
                settings.page());
        assertThat(desk(with).send(about(Rig.team("vision")), false)).contains("sent       a@example.org");
        assertThat(folder).isDirectoryContaining("glob:**/2026-W47_team-vision_*.eml");
    }

    @Test
    void a_team_that_wants_no_letters_gets_none_until_it_wants_some() throws Exception {
        var vision = Rig.team("vision");
        assertThatThrownBy(() -> desk().exempt(about(vision))).hasMessage("reason must be given: --reason TEXT");
        var reason = new DeskSettings(
                vision, Rig.WEEK, Optional.empty(), Optional.empty(), Optional.of("too much mail"), false);
        assertThat(desk().exempt(reason)).isEqualTo("vision gets no letters\n");
        try (var relay = ScriptedRelay.plain(_ -> Fault.NONE)) {
            rig.rounds(LETTERS, relay).round();
        }
        assertThat(rig.line("vision").withheld()).contains("exempt since 2026-11-23, by root: too much mail");
        assertThat(desk().status(Rig.WEEK)).contains("Teams that want no letters\n  vision since");
        assertThat(desk().include(about(vision))).isEqualTo("vision gets letters again\n");
        assertThat(desk().include(about(vision))).isEqualTo("vision was not exempt\n");
    }
}
