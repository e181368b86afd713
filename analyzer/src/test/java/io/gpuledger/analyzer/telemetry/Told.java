package io.gpuledger.analyzer.telemetry;

import io.gpuledger.analyzer.telemetry.Statement.Part;
import java.util.TreeMap;
import java.util.TreeSet;

/// Makes statements of which a test writes the attributes down one after the other: a name, its value, the next name.
public final class Told {
    private Told() {}

    public static Part part(ObjectId object, long millis, String... namesAndValues) {
        var attributes = new TreeMap<String, String>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            attributes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Part(object, millis, attributes, new TreeSet<>());
    }
}
