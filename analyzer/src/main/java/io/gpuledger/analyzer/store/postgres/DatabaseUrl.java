package io.gpuledger.analyzer.store.postgres;

import java.util.regex.Pattern;

/// Says where the database is, as JDBC has it or as libpq has it: `jdbc:postgresql://db:5432/ledger?sslmode=require`,
/// `postgres://user@db/ledger`. It holds no password, which would stand in process lists.
record DatabaseUrl(String jdbc, String user) {
    private static final Pattern FORM =
            Pattern.compile("(?:jdbc:postgresql|postgres(?:ql)?)://(?:(?<user>[^/@:?]*)(?<password>:[^/@?]*)?@)?"
                    + "(?<place>[^/@?]+/[^/?]+)(?<options>\\?.*)?");
    private static final Pattern PASSWORD = Pattern.compile("[?&]password=");

    static DatabaseUrl parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("must be such as postgres://user@host:5432/database");
        }
        var options = match.group("options") == null ? "" : match.group("options");
        if (match.group("password") != null || PASSWORD.matcher(options).find()) {
            throw new IllegalArgumentException(
                    "must hold no password, which others could read: name a file in database-password-file");
        }
        var user = match.group("user") == null ? "" : match.group("user");
        return new DatabaseUrl("jdbc:postgresql://" + match.group("place") + options, user);
    }

    @Override
    public String toString() {
        return jdbc.substring("jdbc:".length()).replaceFirst("\\?.*", "");
    }
}
