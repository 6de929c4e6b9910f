// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of a run. The record of a run contains its plan, so that the run can be repeated.
 *
 * @param rate updates per second of all routers together
 * @param prefixes number of prefixes that every neighbor can announce
 * @param feeds two replicas of the policy API feed the routers in all schedules, not only in those that need feeds
 */
public record Plan(long seed, int rate, int brokers, int prefixes, boolean feeds, List<Schedule> schedules) {
    /** Returns the load of a schedule, in updates a second. */
    int rate(Schedule schedule) {
        return Math.min(rate, schedule.maxRate());
    }

    /** Returns the highest load of a schedule, in updates a second. */
    int maxRate() {
        return schedules.stream().mapToInt(this::rate).max().orElse(rate);
    }

    /** Returns true if routers also connect to a second collector. */
    public boolean hasSecondCollector() {
        return schedules.stream()
                .flatMap(s -> s.steps().stream())
                .anyMatch(step -> step.target().equals("collector-2"));
    }

    /** Returns the names of the brokers whose disks the schedules fill. */
    public Set<String> fullDisks() {
        return schedules.stream()
                .flatMap(s -> s.steps().stream())
                .filter(step -> step.action() == Step.Action.FILL)
                .map(Step::target)
                .collect(Collectors.toSet());
    }

    /** Returns true if a schedule has a step of a kind. */
    public boolean has(Step.Action action) {
        return schedules.stream().anyMatch(s -> s.has(action));
    }

    /** Returns this plan without the schedules that have a step of a kind. */
    public Plan without(Step.Action action) {
        return new Plan(
                seed,
                rate,
                brokers,
                prefixes,
                feeds,
                schedules.stream().filter(s -> !s.has(action)).toList());
    }

    /** Returns true if replicas of the policy API feed the routers in a schedule. */
    public boolean hasFeeds() {
        return feeds || schedules.stream().anyMatch(Schedule::needsFeeds);
    }

    /** Returns true if the replicas start together with the site. */
    public boolean feedsFromStart() {
        return feeds || !schedules.isEmpty() && schedules.getFirst().needsFeeds();
    }

    /** Returns the lines of the record. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("seed " + seed);
        lines.add("rate " + rate);
        lines.add("brokers " + brokers);
        lines.add("prefixes " + prefixes);
        lines.add("feeds " + feeds);
        for (Schedule schedule : schedules) {
            lines.add("schedule " + schedule.name());
            schedule.steps().forEach(step -> lines.add("  " + step));
        }
        return lines;
    }

    /** Reads the plan of a record and ignores the lines of results. */
    public static Plan read(Path record) throws IOException {
        long seed = 0;
        int rate = 0;
        int brokers = 1;
        int prefixes = 0;
        boolean feeds = false;
        List<Schedule> schedules = new ArrayList<>();
        String name = "";
        List<Step> steps = new ArrayList<>();
        for (String line : Files.readAllLines(record)) {
            String[] words = line.strip().split(" ", 2);
            switch (words[0]) {
                case "seed" -> seed = Long.parseLong(words[1]);
                case "rate" -> rate = Integer.parseInt(words[1]);
                case "brokers" -> brokers = Integer.parseInt(words[1]);
                case "prefixes" -> prefixes = Integer.parseInt(words[1]);
                case "feeds" -> feeds = Boolean.parseBoolean(words[1]);
                case "schedule" -> {
                    add(schedules, name, steps);
                    name = words[1];
                }
                case "#", "" -> {
                    // a result
                }
                default -> steps.add(Step.parse(line));
            }
        }
        add(schedules, name, steps);
        return new Plan(seed, rate, brokers, prefixes, feeds, schedules);
    }

    private static void add(List<Schedule> schedules, String name, List<Step> steps) {
        if (!name.isEmpty()) {
            schedules.add(new Schedule(name, steps));
            steps.clear();
        }
    }
}
