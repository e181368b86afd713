package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.RelaySettings.Login;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Secret;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The settings of letters.
///
/// @param way where they are handed over; nothing where there are to be none
/// @param from of which this program has no idea by itself
/// @param page where this program's pages can be reached by who gets a letter
public record MailSettings(
        Optional<Way> way,
        Sender from,
        Optional<MailAddress> replyTo,
        MailTime at,
        ZoneId zone,
        Optional<Path> teams,
        Recipients.Rules rules,
        Pace pace,
        boolean dryRun,
        Optional<URI> page) {
    /// Where letters are handed over.
    sealed interface Way {
        record Relay(RelaySettings settings) implements Way {}

        record Folder(Path path) implements Way {}
    }

    /// Says how fast letters are sent, and for how long something is tried or kept.
    ///
    /// @param gap between two letters to the same domain
    /// @param giveUpAfter a letter that was not taken for so long is tried no more
    /// @param refusedFor nothing goes to an address that was refused for so long
    /// @param keep how long letters are kept
    record Pace(Duration gap, Duration giveUpAfter, Duration refusedFor, Duration keep) {}

    private static final Pattern COMMA = Pattern.compile(",");
    private static final Sender NOBODY = new Sender("", new MailAddress("gpu-ledger@localhost"));

    static final Setting<Address> RELAY = Setting.address(
            "mail-relay", "The mail relay that letters go to. Left out, as the folder: there are none.");
    static final Setting<Path> FOLDER =
            Setting.file("mail-folder", "A folder that letters are written to as files, instead of being sent.");
    static final Setting<Sender> FROM = Setting.parsed(
            "mail-from", "ADDRESS", "Whom letters are from, as `GPU ledger <gpus@example.org>`.", Sender::parse);
    static final Setting<MailAddress> REPLY_TO =
            Setting.parsed("mail-reply-to", "ADDRESS", "Who gets the answers.", MailAddress::parse);
    static final Setting<MailTls> TLS = Setting.choice(
                    "mail-tls",
                    MailTls.class,
                    "TLS with the relay: by STARTTLS, or it gets nothing; from the first byte on; by STARTTLS where it"
                            + " is offered; none.")
            .or("starttls");
    static final Setting<Path> CA = Setting.file(
            "mail-ca-file",
            "Certificates that the relay's is verified with, in PEM. Left out: those that Java trusts.");
    static final Setting<String> USER = Setting.text("mail-user", "The user at the relay.");
    static final Setting<Secret> PASSWORD =
            Setting.secretFile("mail-password-file", "The file of that user's password.");
    static final Setting<Duration> TIMEOUT = Setting.duration(
                    "mail-timeout",
                    "How long the relay may take for an answer; for that to a letter ten times as long.")
            .that(
                    timeout -> timeout.compareTo(Duration.ofMillis(100)) >= 0
                            && timeout.compareTo(Duration.ofMinutes(10)) <= 0,
                    "between 100 ms and 10 minutes")
            .or("1m");
    static final Setting<MailTime> AT = Setting.parsed(
                    "mail-at",
                    "DAY HH:MM",
                    "When letters go out: the first such time after the week, once its books are settled.",
                    MailTime::parse)
            .or("mon 08:00");
    static final Setting<ZoneId> ZONE = Setting.parsed(
                    "mail-zone", "ZONE", "Of which time zone that is, as Europe/Berlin.", MailSettings::zone)
            .or("UTC");
    static final Setting<Path> TEAMS = Setting.file(
            "mail-teams-file",
            "A YAML file of teams and their addresses, which come before annotations; docs/mail.md shows one.");
    static final Setting<List<MailAddress>> DEFAULT_TO =
            addresses("mail-default-to", "Who gets the letters of teams for which no address is known.");
    static final Setting<List<MailAddress>> COPIES = addresses("mail-copies", "Who gets a copy of each team's letter.");
    static final Setting<List<MailAddress>> FLEET_TO =
            addresses("mail-fleet-to", "Who gets the letter about the whole fleet.");
    static final Setting<Set<String>> DOMAINS = Setting.list(
            "mail-annotation-domains",
            "DOMAIN,...",
            "Domains of which the annotation gpu-ledger.io/mail may name addresses. Left out: any.",
            text -> words(text).stream()
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet()));
    static final Setting<Long> RATE = Setting.whole(
                    "mail-domain-rate", "How many letters a minute go to one domain at the most; 0 for any number.")
            .that(rate -> rate <= 60_000, "at most 60000")
            .or("60");
    static final Setting<Duration> GIVE_UP =
            atLeastAnHour("mail-give-up-after", "A letter that was not taken for so long is tried no more.", "4d");
    static final Setting<Duration> REFUSED_FOR = atLeastAnHour(
            "mail-refused-for", "How long nothing is sent to an address that was refused for good.", "30d");
    static final Setting<Duration> KEEP =
            atLeastAnHour("mail-keep", "How long letters and what became of them are kept.", "400d");
    static final Setting<Boolean> DRY_RUN =
            Setting.onOff("mail-dry-run", "Letters are written and kept, and go nowhere.");
    static final Setting<URI> PAGE = Setting.parsed(
            "external-url",
            "URL",
            "Where readers of letters and of alerts reach this program's pages, as https://gpus.example.org.",
            MailSettings::page);

    public static final List<Setting<?>> ALL = List.of(
            RELAY,
            FOLDER,
            FROM,
            REPLY_TO,
            TLS,
            CA,
            USER,
            PASSWORD,
            TIMEOUT,
            AT,
            ZONE,
            TEAMS,
            DEFAULT_TO,
            COPIES,
            FLEET_TO,
            DOMAINS,
            RATE,
            GIVE_UP,
            REFUSED_FOR,
            KEEP,
            DRY_RUN,
            PAGE);

    private static Setting<List<MailAddress>> addresses(String key, String description) {
        return Setting.list(
                key,
                "ADDRESS,...",
                description,
                text -> words(text).stream().map(MailAddress::parse).toList());
    }

    private static Setting<Duration> atLeastAnHour(String key, String description, String usual) {
        return Setting.duration(key, description)
                .that(time -> time.compareTo(Duration.ofHours(1)) >= 0, "an hour or longer")
                .or(usual);
    }

    private static List<String> words(String text) {
        return COMMA.splitAsStream(text)
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("must be a time zone, as Europe/Berlin", e);
        }
    }

    private static URI page(String text) {
        var page = URI.create(text.replaceAll("/+$", ""));
        if (page.getHost() == null || !List.of("http", "https").contains(page.getScheme())) {
            throw new IllegalArgumentException("must be a URL, as https://gpus.example.org");
        }
        return page;
    }

    /// Reads the settings. Throws [BadSettingsException] where they do not go together.
    public static MailSettings from(Settings settings) {
        var problems = new ArrayList<String>();
        var relay = settings.find(RELAY);
        var folder = settings.find(FOLDER);
        if (relay.isPresent() && folder.isPresent()) {
            problems.add("mail-relay and mail-folder: letters go to the one or the other");
        }
        if ((relay.isPresent() || folder.isPresent()) && settings.find(FROM).isEmpty()) {
            problems.add("mail-from must be given where letters are to go out: --mail-from ADDRESS");
        }
        var login = login(settings, problems);
        settings.find(TEAMS).ifPresent(TeamsFile::read);
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        var way = relay.<Way>map(address -> new Way.Relay(
                        new RelaySettings(address, settings.get(TLS), settings.find(CA), login, settings.get(TIMEOUT))))
                .or(() -> folder.map(Way.Folder::new));
        return new MailSettings(
                way,
                settings.find(FROM).orElse(NOBODY),
                settings.find(REPLY_TO),
                settings.get(AT),
                settings.get(ZONE),
                settings.find(TEAMS),
                rules(settings),
                pace(settings),
                settings.get(DRY_RUN),
                settings.find(PAGE));
    }

    private static Optional<Login> login(Settings settings, List<String> problems) {
        var user = settings.find(USER);
        var password = settings.find(PASSWORD);
        if (user.isPresent() != password.isPresent()) {
            problems.add("mail-user and mail-password-file go together: give both, or neither");
        }
        var isSafe = List.of(MailTls.STARTTLS, MailTls.IMPLICIT).contains(settings.get(TLS));
        if (user.isPresent() && !isSafe) {
            problems.add("mail-user: a password goes to no relay without TLS; --mail-tls must be starttls or implicit");
        }
        return user.flatMap(name -> password.map(secret -> new Login(name, secret)));
    }

    private static Recipients.Rules rules(Settings settings) {
        return new Recipients.Rules(
                settings.find(DEFAULT_TO).orElse(List.of()),
                settings.find(COPIES).orElse(List.of()),
                settings.find(FLEET_TO).orElse(List.of()),
                settings.find(DOMAINS).orElse(Set.of()));
    }

    private static Pace pace(Settings settings) {
        long rate = settings.get(RATE);
        return new Pace(
                rate == 0 ? Duration.ZERO : Duration.ofMinutes(1).dividedBy(rate),
                settings.get(GIVE_UP),
                settings.get(REFUSED_FOR),
                settings.get(KEEP));
    }
}
