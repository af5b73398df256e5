package org.schedlab.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.PreemptContext;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/** Counts the bytes that a policy allocates within its decisions. Confined to the thread of the run. */
final class AllocationMeter {

    private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long decisions;
    private long bytes;

    long decisions() {
        return decisions;
    }

    long bytes() {
        return bytes;
    }

    void reset() {
        decisions = 0;
        bytes = 0;
    }

    private long now() {
        return bean.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private void count(long before) {
        bytes += now() - before;
        decisions++;
    }

    PlacementPolicy around(PlacementPolicy policy) {
        return new Measured(policy);
    }

    private final class Measured implements PlacementPolicy {
        private final PlacementPolicy policy;

        Measured(PlacementPolicy policy) {
            this.policy = policy;
        }

        @Override
        public int selectCpu(TaskView task, WakeContext context) {
            long before = now();
            int cpu = policy.selectCpu(task, context);
            count(before);
            return cpu;
        }

        @Override
        public void cpuIdle(int cpu, CpuMask idleCpus) {
            long before = now();
            policy.cpuIdle(cpu, idleCpus);
            count(before);
        }
    }

    PickPolicy<Object, Object> around(PickPolicy<Object, Object> policy) {
        return new ForwardingPick<>(policy) {
            @Override
            public @Nullable EntityView pick(Object queue, @Nullable Object curr, int flags) {
                long before = now();
                EntityView answer = super.pick(queue, curr, flags);
                count(before);
                return answer;
            }

            @Override
            public void arrive(Object queue, Object entity, int flags) {
                long before = now();
                super.arrive(queue, entity, flags);
                count(before);
            }

            @Override
            public void leave(Object queue, Object entity, int flags) {
                long before = now();
                super.leave(queue, entity, flags);
                count(before);
            }

            @Override
            public int charge(Object queue, Object curr, long execNs) {
                long before = now();
                int verdict = super.charge(queue, curr, execNs);
                count(before);
                return verdict;
            }

            @Override
            public int wakeupLevel(Object queue, Object curr, Object wakee, PreemptContext context) {
                long before = now();
                int verdict = super.wakeupLevel(queue, curr, wakee, context);
                count(before);
                return verdict;
            }

            @Override
            public void setNext(Object queue, Object entity, boolean first) {
                long before = now();
                super.setNext(queue, entity, first);
                count(before);
            }

            @Override
            public void putPrev(Object queue, Object entity) {
                long before = now();
                super.putPrev(queue, entity);
                count(before);
            }
        };
    }
}
