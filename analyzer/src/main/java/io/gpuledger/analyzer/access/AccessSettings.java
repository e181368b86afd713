package io.gpuledger.analyzer.access;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;
import java.util.Optional;

/// Says by what it is decided who may what.
///
/// @param audience whom tokens of service accounts must be meant for; nobody in particular where it is left out
public record AccessSettings(Optional<AccessFile> file, boolean isReviewed, Optional<String> audience) {
    static final Setting<AccessFile> FILE = Setting.parsed(
                    "access-file",
                    "FILE",
                    "Who may what: the roles of the users of --web-config-file, of tokens, and of service accounts. The"
                            + " file is read anew when it changes.",
                    AccessFile::open)
            .emptyIsNone();
    static final Setting<Boolean> REVIEW = Setting.onOff(
            "token-review",
            "Asks the API server of the cluster that this runs in, or of the kubeconfig, whose an unknown token is: the"
                    + " access file says by `subjects` what these may.");
    static final Setting<String> AUDIENCE = Setting.text(
            "token-review-audience",
            "Takes only tokens that were made for this audience, not those for the API server itself.");

    public static final List<Setting<?>> ALL = List.of(FILE, REVIEW, AUDIENCE);

    /// Throws [BadSettingsException] where they do not go together.
    public static AccessSettings from(Settings settings) {
        var file = settings.find(FILE);
        var isReviewed = settings.get(REVIEW);
        var audience = settings.find(AUDIENCE).filter(text -> !text.isBlank());
        if (isReviewed && file.isEmpty()) {
            throw new BadSettingsException(
                    List.of("token-review: needs --access-file, whose `subjects` say what these tokens may"));
        }
        if (audience.isPresent() && !isReviewed) {
            throw new BadSettingsException(List.of("token-review-audience: needs --token-review"));
        }
        return new AccessSettings(file, isReviewed, audience);
    }
}
