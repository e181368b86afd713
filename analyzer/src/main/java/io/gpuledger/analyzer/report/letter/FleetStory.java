package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.NodeLoss;
import io.gpuledger.analyzer.report.PastWeek;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.WeekFinding;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// All that the letter to the platform team is written from.
///
/// @param teams what each team held
/// @param nobody what nobody held
/// @param advice of the teams that were looked at, by team
/// @param trend what was held in the last eight weeks
/// @param losses what was lost on nodes, the worst first
/// @param findings what was wrong with GPUs and nodes
record FleetStory(
        Week week,
        FleetWeek fleet,
        SortedMap<String, Accounts> teams,
        Accounts nobody,
        Map<String, List<Advice>> advice,
        List<PastWeek> trend,
        List<NodeLoss> losses,
        List<WeekFinding> findings) {}
