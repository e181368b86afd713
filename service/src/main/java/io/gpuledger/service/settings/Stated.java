package io.gpuledger.service.settings;

import io.gpuledger.service.settings.Settings.Given;
import java.util.Optional;
import java.util.regex.Pattern;

/// A setting, and what is in force of it, to be shown to people.
///
/// @param value as it was written; nothing where none is in force
/// @param origin where that stood
/// @param isSaid whether somebody said it, and it is not merely its default
public record Stated(String key, String description, Optional<String> value, Optional<String> origin, boolean isSaid) {
    private static final String HIDDEN = "(secret)";
    private static final Pattern USER = Pattern.compile("(://[^/@\\s:]*:)[^/@\\s]*@");
    private static final Pattern QUERY =
            Pattern.compile("(?i)([?&][^=&\\s]*(?:token|key|secret|password|signature)[^=&\\s]*=)[^&,\\s]*");

    Stated(Setting<?> setting, Optional<Given> given) {
        this(
                setting.key(),
                setting.description(),
                given.map(Given::text).map(Stated::masked),
                given.map(one -> one.origin().toString()),
                given.filter(one -> !(one.origin() instanceof Origin.Default)).isPresent());
    }

    /// What stands in an address in the place of a password is one, whoever put it there.
    static String masked(String text) {
        var withoutUser = USER.matcher(text).replaceAll("$1" + HIDDEN + "@");
        return QUERY.matcher(withoutUser).replaceAll("$1" + HIDDEN);
    }
}
