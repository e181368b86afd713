package io.gpuledger.analyzer.telemetry;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What was said of an object, or of all of a kind, at an instant. Each may come again, and late: what is true when
/// follows from the instants, and from nothing else.
public sealed interface Statement {
    String cluster();

    /// Returns the instant in milliseconds since 1970.
    long millis();

    /// The statement is about one object.
    sealed interface About extends Statement {
        ObjectId object();

        @Override
        default String cluster() {
            return object().cluster();
        }
    }

    /// The object is there, and some of its attributes are these; nothing is said of the others. With no attribute at
    /// all it is a sign of life.
    ///
    /// @param ended attributes that it has no more
    record Part(ObjectId object, long millis, SortedMap<String, String> attributes, SortedSet<String> ended)
            implements About {
        public Part {
            attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
            ended = Collections.unmodifiableSortedSet(new TreeSet<>(ended));
        }
    }

    /// The object is there, and its attributes are these and no others.
    record Whole(ObjectId object, long millis, SortedMap<String, String> attributes) implements About {
        public Whole {
            attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
        }
    }

    /// The object is not there.
    record Gone(ObjectId object, long millis) implements About {}

    /// Nobody says as of this instant that the object is there, who did before. It is gone since, unless it is
    /// told of as of then or later. Whoever heard this says which it is, once others were told of too. Where that
    /// one does not live to hear of them, it shows when others have been told of for a while.
    record Unsaid(ObjectId object, long millis) implements About {}

    /// All of the kind that there are have been told of since: the others are gone.
    ///
    /// @param since the instant from which on they were told of
    record Census(String cluster, Kind kind, long millis, long since) implements Statement {}
}
