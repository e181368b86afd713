package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Remedy;
import java.util.List;
import java.util.Set;

/// A part of a letter, whatever the letter is written as.
sealed interface Block {
    /// The beginning of a letter.
    ///
    /// @param figure the words that are to be seen first
    /// @param sentence what they mean
    record Lead(String figure, String sentence) implements Block {}

    record Heading(String text) implements Block {}

    record Paragraph(String text) implements Block {}

    /// A paragraph that explains, and stands back behind the others.
    record Remark(String text) implements Block {}

    /// A paragraph that must not be overlooked.
    record Notice(String text) implements Block {}

    record Items(List<String> items) implements Block {
        public Items {
            items = List.copyOf(items);
        }
    }

    /// Items that explain, and stand back behind the others.
    record Notes(List<String> items) implements Block {
        public Notes {
            items = List.copyOf(items);
        }
    }

    /// A change to make.
    ///
    /// @param what says what to do
    /// @param where whose change it is
    /// @param why sentences, each for itself
    record Fix(int number, String what, String where, List<String> why, Remedy remedy) implements Block {
        public Fix {
            why = List.copyOf(why);
        }
    }

    /// Says what the names of a table's rows are like, by which they may be broken.
    enum Names {
        /// They are a few words of ours, which are never broken.
        WORDS,
        /// Others chose them.
        NAMES,
        /// They are so long that each has a line of its own above its numbers.
        ABOVE
    }

    /// A table of numbers.
    ///
    /// @param first the head of the names
    /// @param columns the heads of the numbers
    /// @param spare those of the columns that are left out on telephones
    record Table(Names names, String first, List<String> columns, Set<String> spare, List<Row> rows) implements Block {
        public Table {
            columns = List.copyOf(columns);
            spare = Set.copyOf(spare);
            rows = List.copyOf(rows);
        }
    }

    /// A row of a table.
    ///
    /// @param note what is said of it beside its numbers, or an empty text
    /// @param isSum whether it is the sum of the others
    record Row(String name, List<String> cells, String note, boolean isSum) {
        public Row {
            cells = List.copyOf(cells);
        }

        static Row of(String name, String... cells) {
            return new Row(name, List.of(cells), "", false);
        }

        static Row sum(String name, String... cells) {
            return new Row(name, List.of(cells), "", true);
        }

        Row with(String words) {
            return new Row(name, cells, words, isSum);
        }
    }

    /// Bars of some weeks.
    ///
    /// @param picture the name of the picture
    /// @param words what the picture shows, for those who do not see it
    /// @param weeks says the same in numbers; the first column of each week stands below its bar
    record Bars(String picture, String words, Table weeks) implements Block {}
}
