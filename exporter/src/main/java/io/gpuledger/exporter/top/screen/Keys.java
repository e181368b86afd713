package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Place;
import io.gpuledger.exporter.top.screen.Key.Letter;
import io.gpuledger.exporter.top.screen.Key.Named;
import io.gpuledger.exporter.top.screen.View.Face;
import java.util.List;
import java.util.Optional;

/// What keys do to a view. Whether one ends the program is asked before.
public final class Keys {
    private static final int PAGE = 10;
    private static final int LONGEST_FILTER = 60;

    private Keys() {}

    /// Whether it means to leave: nothing that is being written is.
    public static boolean isQuit(View view, Key key) {
        return view.typing().isEmpty() && key.equals(new Letter('q')) && view.face() == Face.TABLE;
    }

    /// Returns the view that a key leads to.
    ///
    /// @param shown the units that there are to select from
    public static View press(View view, Key key, List<Place> shown) {
        return view.typing().map(text -> type(view, text, key)).orElseGet(() -> command(view, key, shown));
    }

    private static View type(View view, String text, Key key) {
        return switch (key) {
            case Letter(char letter) -> text.length() < LONGEST_FILTER ? view.typing(Optional.of(text + letter)) : view;
            case Named.BACKSPACE -> view.typing(Optional.of(text.substring(0, Math.max(0, text.length() - 1))));
            case Named.ENTER -> view.filtered(text.strip());
            case Named.ESCAPE -> view.typing(Optional.empty());
            case Named.UP, Named.DOWN, Named.PAGE_UP, Named.PAGE_DOWN, Named.HOME, Named.END -> view;
        };
    }

    private static View command(View view, Key key, List<Place> shown) {
        return switch (key) {
            case Letter(char letter) -> command(view, letter, shown);
            case Named.UP -> moved(view, shown, -1);
            case Named.DOWN -> moved(view, shown, 1);
            case Named.PAGE_UP -> moved(view, shown, -PAGE);
            case Named.PAGE_DOWN -> moved(view, shown, PAGE);
            case Named.HOME -> moved(view, shown, -shown.size());
            case Named.END -> moved(view, shown, shown.size());
            case Named.ENTER -> view.face() == Face.HELP ? view.facing(Face.HELP) : view.facing(Face.DETAILS);
            case Named.ESCAPE -> view.face() == Face.TABLE ? view.filtered("") : view.facing(view.face());
            case Named.BACKSPACE -> view;
        };
    }

    private static View command(View view, char letter, List<Place> shown) {
        return switch (letter) {
            case 'k' -> moved(view, shown, -1);
            case 'j' -> moved(view, shown, 1);
            case 'G' -> moved(view, shown, shown.size());
            case 's' -> view.sortedBy(view.sort().next());
            case 'r' -> view.turned();
            case 'p', ' ' -> view.pausedOrNot();
            case '?' -> view.facing(Face.HELP);
            case '/' -> view.typing(Optional.of(view.filter()));
            case 'q' -> view.facing(view.face());
            default -> Sort.of(letter).map(view::sortedBy).orElse(view);
        };
    }

    private static View moved(View view, List<Place> shown, int by) {
        if (shown.isEmpty()) {
            return view;
        }
        var from =
                view.selected().map(shown::indexOf).map(at -> Math.max(0, at)).orElse(0);
        return view.at(shown.get(Math.clamp((long) from + by, 0, shown.size() - 1)));
    }
}
