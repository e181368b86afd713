package io.gpuledger.analyzer.access;

import io.gpuledger.service.auth.Token;
import java.util.List;
import java.util.Set;

/// Finds out whose a token is that the access file does not list.
@FunctionalInterface
public interface Reviewer {
    /// This one asks nobody, so that it knows no token.
    Reviewer NONE = _ -> Review.No.NOBODYS;

    Review of(Token token);

    /// Says whose it is.
    sealed interface Review {
        record Is(String user, Set<String> groups) implements Review {
            public Is {
                groups = Set.copyOf(groups);
            }

            public Is(String user, List<String> groups) {
                this(user, Set.copyOf(groups));
            }
        }

        enum No implements Review {
            NOBODYS
        }

        /// It could not be found out, which lets nobody in.
        record Unsaid(String why) implements Review {}
    }
}
