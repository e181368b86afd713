package io.gpuledger.analyzer.mail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.mail.ReadMail.Leaf;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Table;
import jakarta.mail.Header;
import jakarta.mail.MessagingException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MimeTest {
    private static final Instant WRITTEN = Instant.parse("2026-11-23T08:00:00Z");
    private static final List<String> HEADERS = List.of(
            "Auto-Submitted",
            "Content-Type",
            "Date",
            "From",
            "List-Id",
            "List-Unsubscribe",
            "List-Unsubscribe-Post",
            "MIME-Version",
            "Message-ID",
            "Precedence",
            "Reply-To",
            "Subject",
            "To",
            "X-Auto-Response-Suppress");

    private static Envelope envelope(Edition edition) {
        return new Envelope(
                Sender.parse("GPU-Büro <gpus@example.org>"),
                Optional.of(new MailAddress("team@example.org")),
                new MailAddress("lead@example.org"),
                edition,
                WRITTEN,
                "<2026-W47.%s.abc.gpu-ledger@example.org>".formatted(Slug.of(edition)),
                Optional.of(URI.create("https://gpus.example.org/unsubscribe?letter=0a1b")));
    }

    private static byte[] bytes(Letter letter, String team) {
        return Mime.of(letter, envelope(new Edition.OfTeam(team)));
    }

    @Test
    void a_letter_has_a_text_an_html_with_its_pictures_and_a_table() throws Exception {
        var letter = FixedLetters.letter("vision", "2026-W47");
        var mail = ReadMail.of(bytes(letter, "vision"));

        assertThat(mail.leaves())
                .extracting(leaf -> leaf.path() + " " + leaf.type())
                .containsExactly(
                        "/multipart/mixed/multipart/alternative text/plain",
                        "/multipart/mixed/multipart/alternative/multipart/related text/html",
                        "/multipart/mixed/multipart/alternative/multipart/related image/png",
                        "/multipart/mixed text/csv");
        assertThat(mail.leaves())
                .extracting(Leaf::content)
                .extracting(content -> new String(content.copy(), UTF_8).replace("\r\n", "\n"))
                .containsExactly(
                        letter.text(),
                        letter.html(),
                        new String(letter.pictures().getFirst().png().copy(), UTF_8).replace("\r\n", "\n"),
                        letter.table().csv().replace("\r\n", "\n"));
        assertThat(mail.leaves().get(2).part().getHeader("Content-ID")).containsExactly("<trend.png>");
        assertThat(mail.leaves().get(2).content().copy())
                .isEqualTo(letter.pictures().getFirst().png().copy());
        assertThat(mail.leaves().getLast().part().getFileName()).isEqualTo("week-2026-W47.csv");
    }

    @Test
    void its_header_says_that_a_program_wrote_it_and_how_to_be_rid_of_it() throws Exception {
        var mail = ReadMail.of(bytes(FixedLetters.letter("vision", "2026-W47"), "vision"));

        assertThat(mail.message().getSubject()).isEqualTo("GPUs of vision in 2026-W47: 12 € wasted");
        assertThat(mail.message().getSentDate().toInstant()).isEqualTo(WRITTEN);
        assertThat(mail.message().getFrom()[0].toString()).endsWith("<gpus@example.org>");
        assertThat(mail.header("Message-ID")).isEqualTo("<2026-W47.team-vision.abc.gpu-ledger@example.org>");
        assertThat(mail.header("Auto-Submitted")).isEqualTo("auto-generated");
        assertThat(mail.header("List-Id")).isEqualTo("<team-vision.gpu-ledger.example.org>");
        assertThat(mail.header("List-Unsubscribe").replaceAll("\\s+", " "))
                .isEqualTo("<https://gpus.example.org/unsubscribe?letter=0a1b>,"
                        + " <mailto:team@example.org?subject=unsubscribe%20team-vision>");
        assertThat(mail.header("List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
    }

    @Test
    void the_same_letter_to_the_same_address_is_the_same_bytes() {
        assertThat(bytes(FixedLetters.letter("vision", "2026-W47"), "vision"))
                .isEqualTo(bytes(FixedLetters.letter("vision", "2026-W47"), "vision"));
    }

    /// Names of pods, teams and labels end up in subjects, names of files and text; nobody knows who chose them.
    @Test
    void no_name_makes_a_header_or_a_part() {
        var seed = ThreadLocalRandom.current().nextLong();
        System.out.println("hostile names, seed " + seed);
        var random = new Random(seed);
        for (var i = 0; i < 400; i++) {
            var team = hostile(random);
            var letter = new Letter(
                    hostile(random),
                    hostile(random),
                    hostile(random),
                    List.of(),
                    new Table(hostile(random) + ".csv", hostile(random)));
            var bytes = bytes(letter, team);
            var mail = ReadMail.of(bytes);

            assertThat(headers(mail)).as("seed %d, round %d", seed, i).isEqualTo(HEADERS);
            assertThat(mail.leaves())
                    .as("seed %d, round %d", seed, i)
                    .extracting(Leaf::type)
                    .containsExactly("text/plain", "text/html", "text/csv");
            assertThat(new String(mail.leaves().getLast().content().copy(), UTF_8))
                    .isEqualTo(new String(letter.table().csv().getBytes(UTF_8), UTF_8));
            assertThat(new String(bytes, StandardCharsets.ISO_8859_1).lines())
                    .as("seed %d, round %d", seed, i)
                    .allSatisfy(line -> assertThat(line).matches("[\\t\\x20-\\x7e]{0,998}"));
            assertThat(mail.header("List-Id")).matches("<[a-z0-9.-]{1,100}>");
        }
    }

    private static List<String> headers(ReadMail mail) {
        try {
            return Collections.list(mail.message().getAllHeaders()).stream()
                    .map(Header::getName)
                    .sorted()
                    .toList();
        } catch (MessagingException e) {
            throw new AssertionError(e);
        }
    }

    private static String hostile(Random random) {
        var pieces = List.of(
                "\r\nBcc: everybody@example.org",
                "\n\nanother body",
                "\r",
                "\0",
                "\u2028Bcc: x@example.org",
                "\u202e",
                "\ud83d",
                "😀👩‍👩‍👧",
                "<script>alert(1)</script>",
                "\"><img src=x>",
                "=cmd|' /C calc'!A0",
                "--=_",
                "\r\n--=_x_m\r\nContent-Type: text/html\r\n\r\n",
                "?=\r\n =?UTF-8?Q?x",
                "\r\n.\r\nMAIL FROM:<x>",
                "../../etc/passwd",
                "a;b=\"c\"",
                "x".repeat(10_000),
                "ü".repeat(3_000),
                "name",
                " ");
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(_ -> pieces.get(random.nextInt(pieces.size())))
                .collect(Collectors.joining())
                .concat("!");
    }
}
