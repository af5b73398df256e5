package org.schedlab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class EventLogTest {

    @Test
    void writesEachEventAsALine() throws IOException {
        EventLog log = new EventLog();
        log.newTask(0, "web-0", "web", "");
        log.newTask(1, "db", "db", "");
        log.fork(0, 3, SchedObserver.IDLE, 0);
        log.waking(1, 300, SchedObserver.IDLE, 1, 2);
        log.waking(2, 1, 0, 1, 0);
        log.wakeup(2, 1, 4);
        log.migrate(2, 1, 4, 5);
        log.switched(3, 4, 0, SchedObserver.PREEMPTED, 1);
        log.switched(4, 4, 1, SchedObserver.SLEEPS, SchedObserver.IDLE);
        log.switched(5, 4, SchedObserver.IDLE, SchedObserver.WAS_IDLE, 0);
        log.tick(6, 4);
        log.resched(6, 4, true);
        log.resched(7, 4, false);
        log.pressure(8, 0, 5_000_000_000L);
        log.online(9, 2, false);
        log.online(10, 2, true);
        log.exit(11, 4, 0);
        StringBuilder text = new StringBuilder();
        log.writeTo(text);

        assertThat(log.size()).isEqualTo(15);
        assertThat(text.toString().lines())
                .containsExactly(
                        "# ns cpu event task arguments",
                        "0 3 fork web-0 parent=idle",
                        "1 300 waking db waker=idle prev_cpu=2",
                        "2 1 waking db waker=web-0 prev_cpu=0",
                        "2 4 wakeup db",
                        "2 4 migrate db to=5",
                        "3 4 switch web-0 R db",
                        "4 4 switch db S idle",
                        "5 4 switch idle I web-0",
                        "6 4 tick",
                        "6 4 resched lazy",
                        "7 4 resched",
                        "8 0 pressure duration_ns=5000000000",
                        "9 2 offline",
                        "10 2 online",
                        "11 4 exit web-0");
    }

    @Test
    void keepsManyEventsInOrder() throws IOException {
        EventLog log = new EventLog();
        for (int i = 0; i < 10_000; i++) {
            log.tick(i, i % 7);
        }
        StringBuilder text = new StringBuilder();
        log.writeTo(text);

        assertThat(log.size()).isEqualTo(10_000);
        assertThat(text.toString().lines().skip(1).toList().get(9_999)).isEqualTo("9999 3 tick");
    }
}
