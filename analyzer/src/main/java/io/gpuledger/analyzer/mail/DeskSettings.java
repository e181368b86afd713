package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.ReportSettings;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The settings of the commands about mail.
///
/// @param confirmation what somebody wrote to say that they mean this letter and this address
/// @param isProvisional whether letters are to be written though hours of their week may still change
public record DeskSettings(
        Edition edition,
        Week week,
        Optional<MailAddress> address,
        Optional<String> confirmation,
        Optional<String> reason,
        boolean isProvisional) {
    static final Setting<MailAddress> ADDRESS = Setting.parsed(
            "address", "ADDRESS", "mail resend, mail arrived: which of the letter's addresses.", MailAddress::parse);
    static final Setting<String> CONFIRM = Setting.text(
            "confirm", "mail resend, mail arrived: the words that the command asks for when they are left out.");
    static final Setting<String> REASON = Setting.text("reason", "mail exempt: why the team wants no letters.");

    static final Setting<Boolean> PROVISIONAL = Setting.onOff(
            "provisional", "mail send: also while hours of the week may still change, which the letters say then.");

    /// These settings belong to the commands about mail alone.
    public static final List<Setting<?>> OWN = List.of(ADDRESS, CONFIRM, REASON, PROVISIONAL);

    public static final List<Setting<?>> ALL =
            List.of(ReportSettings.TEAM, ReportSettings.WEEK, ADDRESS, CONFIRM, REASON, PROVISIONAL);

    /// Without a team, it is about the letter of the whole fleet. Throws [BadSettingsException] where the week is not
    /// over.
    public static DeskSettings from(Settings settings, Instant now) {
        var last = Week.before(now);
        var week = settings.find(ReportSettings.WEEK).orElse(last);
        if (week.end().isAfter(now)) {
            throw new BadSettingsException(
                    List.of("week %s is not over: the last that is over is %s".formatted(week, last)));
        }
        var team = settings.find(ReportSettings.TEAM).filter(name -> !name.isBlank());
        return new DeskSettings(
                team.<Edition>map(Edition.OfTeam::new).orElseGet(Edition.OfFleet::new),
                week,
                settings.find(ADDRESS),
                settings.find(CONFIRM),
                settings.find(REASON).filter(reason -> !reason.isBlank()),
                settings.get(PROVISIONAL));
    }

    /// Returns the name of the edition for people.
    static String words(Edition edition) {
        return switch (edition) {
            case Edition.OfFleet _ -> "(fleet)";
            case Edition.OfTeam(String name) -> OneLine.of(name);
        };
    }

    /// Returns the address that has to be given. Throws [BadSettingsException] where it is not, or where the letter and
    /// the address are not confirmed.
    MailAddress confirmed(String deed) {
        if (address.isEmpty()) {
            throw new BadSettingsException(List.of("address must be given: --address ADDRESS"));
        }
        var words = "%s %s %s".formatted(week, words(edition), address.get());
        if (!confirmation.equals(Optional.of(words))) {
            throw new BadSettingsException(
                    List.of("%s: if that is meant, add --confirm \"%s\"".formatted(deed, words)));
        }
        return address.get();
    }
}
