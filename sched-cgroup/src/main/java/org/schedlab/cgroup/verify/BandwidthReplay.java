package org.schedlab.cgroup.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.schedlab.cgroup.bandwidth.BandwidthHost;
import org.schedlab.cgroup.bandwidth.BandwidthRules;
import org.schedlab.cgroup.bandwidth.CfsBandwidth;
import org.schedlab.cgroup.bandwidth.QueueRuntime;
import org.schedlab.mechanism.BandwidthStat;
import org.schedlab.verify.JsonlKind;
import org.schedlab.verify.JsonlRows;
import org.schedlab.verify.RowCheck;
import tools.jackson.databind.JsonNode;

/** Replays the arithmetic of one pool with up to six queues without entities: each row is an operation and the state after it. */
final class BandwidthReplay implements JsonlKind.Replay {

    private final boolean remoteUnthrottle;

    BandwidthReplay(boolean remoteUnthrottle) {
        this.remoteUnthrottle = remoteUnthrottle;
    }

    @Override
    public void run(JsonlRows rows, RowCheck check) throws IOException {
        rows.passOver("n");
        Sequence sequence = null;
        while (rows.next()) {
            if (rows.has("start")) {
                sequence = new Sequence(rows, remoteUnthrottle);
            } else if (sequence == null) {
                throw rows.problem("operation before the first start");
            } else {
                check.row(rows.line());
                sequence.operate(rows, check);
                sequence.compare(rows, check);
            }
        }
    }

    /** One pool with its queues; the timers are the rows themselves. */
    private static final class Sequence implements BandwidthHost {

        private final CfsBandwidth pool;
        private final List<QueueRuntime> queues = new ArrayList<>();
        private final int[] nrRunning;
        private final boolean[] resched;
        private long nowNs;

        Sequence(JsonlRows rows, boolean remoteUnthrottle) {
            BandwidthRules rules = new BandwidthRules(rows.num("slice"), 0, true, false, remoteUnthrottle, true, false);
            nowNs = rows.num("now");
            pool = new CfsBandwidth(0, rules, this);
            pool.restore(new CfsBandwidth.State(
                    rows.num("quota"),
                    rows.num("period"),
                    rows.num("burst"),
                    rows.num("runtime"),
                    rows.num("runtime_snap"),
                    rows.num("period_end")));
            JsonNode enabled = rows.get("runtime_enabled");
            for (int i = 0; i < enabled.size(); i++) {
                QueueRuntime queue = pool.newQueue(i);
                queue.enable(rows.num(enabled.get(i), "runtime_enabled") != 0);
                queues.add(queue);
            }
            nrRunning = new int[queues.size()];
            resched = new boolean[queues.size()];
        }

        void operate(JsonlRows rows, RowCheck check) {
            nowNs = rows.num("now");
            int cpu = (int) rows.num("cpu");
            long arg = rows.num("arg");
            QueueRuntime queue = queues.get(cpu);
            long result = 0;
            switch (rows.text("op")) {
                case "run" -> {
                    resched[cpu] = false;
                    queue.account(arg, true);
                }
                case "check" -> {
                    resched[cpu] = false;
                    result = queue.check() ? 1 : 0;
                }
                case "enqueue" -> {
                    nrRunning[cpu]++;
                    if (nrRunning[cpu] == 1) {
                        queue.checkEnqueue(false);
                    }
                }
                case "dequeue" -> {
                    nrRunning[cpu]--;
                    if (nrRunning[cpu] == 0) {
                        queue.emptied();
                    }
                }
                case "period_timer" -> result = pool.periodTimer() ? 1 : 0;
                case "slack_timer" -> pool.slackTimer();
                default -> throw rows.problem("operation (" + rows.text("op") + ") is not known");
            }
            check.signed("res", rows.num("res"), result);
        }

        void compare(JsonlRows rows, RowCheck check) {
            JsonNode b = rows.get("b");
            BandwidthStat stat = pool.stat();
            same(rows, check, b, "runtime", pool.runtimeNs());
            same(rows, check, b, "runtime_snap", pool.runtimeSnapNs());
            same(rows, check, b, "idle", pool.idle() ? 1 : 0);
            same(rows, check, b, "period_active", pool.periodActive() ? 1 : 0);
            same(rows, check, b, "slack_started", pool.slackStarted() ? 1 : 0);
            same(rows, check, b, "period_end", pool.periodEndNs());
            same(rows, check, b, "nr_periods", stat.nrPeriods());
            same(rows, check, b, "nr_throttled", stat.nrThrottled());
            same(rows, check, b, "nr_burst", stat.nrBursts());
            same(rows, check, b, "burst_time", stat.burstNs());
            same(rows, check, b, "throttled_time", stat.throttledNs());
            StringBuilder order = new StringBuilder("[");
            for (QueueRuntime q = pool.throttledAfter(null); q != null; q = pool.throttledAfter(q)) {
                order.append(order.length() > 1 ? "," : "").append(q.queue());
            }
            check.text(
                    "throttled_list",
                    rows.get("throttled_list").toString(),
                    order.append(']').toString());
            for (int i = 0; i < queues.size(); i++) {
                long[] q = rows.nums(rows.get("q").get(i), "q", 4);
                check.signed("q" + i, "runtime_remaining", q[0], queues.get(i).remainingNs());
                check.signed("q" + i, "throttled", q[1], queues.get(i).throttled() ? 1 : 0);
                check.signed("q" + i, "nr_running", q[2], nrRunning[i]);
                check.signed("q" + i, "resched", q[3], resched[i] ? 1 : 0);
            }
        }

        private static void same(JsonlRows rows, RowCheck check, JsonNode b, String name, long got) {
            check.signed("b", name, rows.num(rows.member(b, name), name), got);
        }

        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public long clockNs(QueueRuntime queue) {
            return nowNs;
        }

        @Override
        public void armPeriod(CfsBandwidth armed, long atNs) {
            // The rows say when timers fire.
        }

        @Override
        public void armSlack(CfsBandwidth armed, long atNs) {
            // The rows say when timers fire.
        }

        @Override
        public void resched(QueueRuntime queue) {
            resched[queues.indexOf(queue)] = true;
        }

        @Override
        public void throttle(QueueRuntime queue) {
            // The pool files have no entities.
        }

        @Override
        public void unthrottle(QueueRuntime queue) {
            // The pool files have no entities.
        }

        @Override
        public boolean someoneWaits(QueueRuntime queue) {
            return true;
        }

        @Override
        public boolean local(QueueRuntime queue) {
            return queues.indexOf(queue) == 0;
        }
    }
}
