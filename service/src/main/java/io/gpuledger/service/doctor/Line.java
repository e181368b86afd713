package io.gpuledger.service.doctor;

/// Says of one thing that a program depends on whether it is well, and what mends it where it is not.
public sealed interface Line {
    /// Returns what was looked at, in a word or two.
    String subject();

    /// Returns what is so, as a clause that a sentence could begin with.
    String words();

    /// It is as it has to be.
    record Ok(String subject, String words) implements Line {}

    /// The program works, and less well than it could.
    ///
    /// @param fix what to do about it
    record Warning(String subject, String words, String fix) implements Line {}

    /// Something of the program does not work.
    ///
    /// @param fix what to do about it
    record Fault(String subject, String words, String fix) implements Line {}

    /// Returns how it is called: `ok`, `warning` or `fault`.
    default String grade() {
        return switch (this) {
            case Ok _ -> "ok";
            case Warning _ -> "warning";
            case Fault _ -> "fault";
        };
    }

    /// Returns what to do about it, which is nothing where all is well.
    default String fix() {
        return switch (this) {
            case Ok _ -> "";
            case Warning warning -> warning.fix;
            case Fault fault -> fault.fix;
        };
    }
}
