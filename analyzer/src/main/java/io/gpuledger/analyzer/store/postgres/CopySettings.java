package io.gpuledger.analyzer.store.postgres;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Secret;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which database the command `copy-database` copies, and into which.
///
/// @param folder the data directory of an analyzer whose embedded database is copied; or else `named` says which
/// @param verifies whether nothing is copied, and both are only compared
public record CopySettings(
        Optional<Path> folder, Optional<DatabaseSettings> named, DatabaseSettings into, boolean verifies) {
    private static final Setting<Path> FOLDER = Setting.file(
            "from-data-dir",
            "copy-database: the --data-dir of the analyzer whose embedded database is copied. The analyzer is to be"
                    + " ended first.");
    private static final Setting<DatabaseUrl> URL = Setting.parsed(
            "from-database-url",
            "URL",
            "copy-database: the PostgreSQL that is copied, in the form of --database-url, which names where to.",
            DatabaseUrl::parse);
    private static final Setting<String> USER =
            Setting.text("from-database-user", "copy-database: whom to be to the database that is copied.");
    private static final Setting<Secret> PASSWORD = Setting.secretFile(
            "from-database-password-file", "copy-database: the file with the password to the database that is copied.");
    private static final Setting<Boolean> VERIFY = Setting.onOff(
            "verify", "copy-database: copies nothing, and only compares all rows of the one with those of the other.");

    /// Reading and writing take one each, and so do a look at the tables and the copy that is verified.
    private static final int CONNECTIONS = 3;

    public static final List<Setting<?>> ALL = List.of(FOLDER, URL, USER, PASSWORD, VERIFY);

    /// Reads the settings. Throws [BadSettingsException] with all that is wrong.
    public static CopySettings from(Settings settings) {
        var folder = settings.find(FOLDER);
        var url = settings.find(URL);
        var into = DatabaseSettings.from(settings).map(CopySettings::few);
        var problems = new ArrayList<String>();
        if (folder.isPresent() == url.isPresent()) {
            problems.add("either from-data-dir or from-database-url has to say which database is copied");
        }
        if (url.isEmpty() && (settings.isSaid(USER) || settings.isSaid(PASSWORD))) {
            problems.add("from-database-user and from-database-password-file need from-database-url");
        }
        if (into.isEmpty()) {
            problems.add("database-url has to name the database that is copied into");
        }
        if (into.isPresent() && into.map(DatabaseSettings::url).equals(url)) {
            problems.add("from-database-url and database-url are the same");
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new CopySettings(folder, url.map(one -> named(one, settings)), into.orElseThrow(), settings.get(VERIFY));
    }

    private static DatabaseSettings named(DatabaseUrl url, Settings settings) {
        return new DatabaseSettings(url, settings.find(USER), settings.find(PASSWORD), Flavour.Wish.NEVER, CONNECTIONS);
    }

    private static DatabaseSettings few(DatabaseSettings into) {
        return new DatabaseSettings(into.url(), into.user(), into.password(), into.timescale(), CONNECTIONS);
    }
}
