package io.gpuledger.analyzer.scrape;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Says which targets are scraped here, of those that several analyzers share out among themselves. Each goes to the
/// member of which the address of the target and the member's number together make the greatest hash (rendezvous
/// hashing): so members need not talk of it, and where one comes or goes only those targets change hands that it takes
/// or leaves.
///
/// @param own the number of this one
/// @param members the numbers of all of them; while it is not known whether this one is among them, it scrapes nothing
public record Sharing(int own, SortedSet<Integer> members) {
    public Sharing {
        members = Collections.unmodifiableSortedSet(new TreeSet<>(members));
    }

    /// Whether this one is known to be a member.
    boolean isKnown() {
        return members.contains(own);
    }

    /// Whether it is scraped here.
    public boolean has(String url) {
        var address = mixed(url);
        var ours = weight(address, own);
        return isKnown()
                && members.stream().allMatch(member -> member == own || wins(ours, weight(address, member), member));
    }

    private boolean wins(long ours, long others, int member) {
        return ours > others || (ours == others && own > member);
    }

    /// A hash of Java's alone would give addresses that differ in one letter to the same member.
    private static long mixed(String url) {
        var hash = 0L;
        for (var i = 0; i < url.length(); i++) {
            hash = mixed(hash + url.charAt(i));
        }
        return hash;
    }

    private static long weight(long address, int member) {
        return mixed(address ^ mixed(member));
    }

    /// The last steps of SplitMix64, by which each bit of the result depends on each bit of the number.
    private static long mixed(long number) {
        var one = number + 0x9E3779B97F4A7C15L;
        var two = (one ^ (one >>> 30)) * 0xBF58476D1CE4E5B9L;
        var three = (two ^ (two >>> 27)) * 0x94D049BB133111EBL;
        return three ^ (three >>> 31);
    }
}
