package io.gpuledger.analyzer.store.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Writes rows as psql would, with a bar between columns.
public final class Rows {
    private Rows() {}

    public static List<String> of(ResultSet results) throws SQLException {
        var rows = new ArrayList<String>();
        while (results.next()) {
            var row = new ArrayList<String>();
            for (var i = 1; i <= results.getMetaData().getColumnCount(); i++) {
                row.add(String.valueOf(results.getString(i)));
            }
            rows.add(String.join("|", row));
        }
        return rows;
    }
}
