package io.gpuledger.analyzer.report;

/// The edition of a week's letter: the one to a team, or the one about the fleet.
public sealed interface Edition {
    /// Returns its name in tables and paths: a team's name, or an empty one for the fleet's.
    String name();

    record OfTeam(String name) implements Edition {
        public OfTeam {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a team has a name");
            }
        }
    }

    /// The edition for the platform team.
    record OfFleet() implements Edition {
        @Override
        public String name() {
            return "";
        }
    }
}
