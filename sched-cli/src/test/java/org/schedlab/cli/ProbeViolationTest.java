package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.schedlab.scenario.ComposedRun;
import org.schedlab.scenario.Composer;
import org.schedlab.scenario.RunChoices;
import org.schedlab.scenario.Scenario;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.testkit.ForwardingPick;
import org.schedlab.topology.read.TopologyReaders;

/** What {@code --probe} tells of a policy that is wrong on purpose, and with which status. */
class ProbeViolationTest {

    /** Never leaves the running task, eligible or not. */
    private static final class Clinging<Q, E> extends ForwardingPick<Q, E> {
        private final IdentityHashMap<Object, EntityView> views = new IdentityHashMap<>();

        Clinging(PickPolicy<Q, E> delegate) {
            super(delegate);
        }

        @Override
        public E newEntity(EntityView entity) {
            E state = super.newEntity(entity);
            views.put(state, entity);
            return state;
        }

        @Override
        public @Nullable EntityView pick(Q queue, @Nullable E curr, int flags) {
            EntityView view = curr == null ? null : views.get(curr);
            return view != null && view.onRq() ? view : super.pick(queue, curr, flags);
        }
    }

    @Test
    void aWrongPickEndsWithStatusOneTheLastEventsAndTheQueue() {
        RunChoices choices = RunChoices.of("6.12", 1_000_000_000L);
        Composer composer = Composer.onClassPath();
        Scenario scenario = new Inputs(TopologyReaders.standard(), composer.names(choices)).read("two-hogs", null);
        ComposedRun run = composer.compose(scenario, choices);
        ComposedRun wrong =
                new ComposedRun(run.spec(), new Clinging<>(run.pick()), run.placement(), run.groups(), run.notes());
        StringWriter err = new StringWriter();

        Throwable thrown = catchThrowable(
                () -> Probes.of(wrong).run().simulation(List.of()).run());

        assertThat(Commands.failed(thrown, new String[] {"run", "two-hogs", "--probe"}, new PrintWriter(err, true)))
                .isEqualTo(ExitCode.VERDICT_FAILED)
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("sched: a probe found a violation: ")
                .containsPattern("last events:\\R  \\w+ .*hog")
                .containsPattern("queue, zero point \\d+");
    }
}
