package org.schedlab.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.schedlab.plugin.PluginCode;
import org.schedlab.plugin.PluginProblem;
import org.schedlab.spi.Capability;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.EntityView;
import org.schedlab.spi.PickPolicy;
import org.schedlab.spi.PlacementPolicy;
import org.schedlab.spi.Policy;
import org.schedlab.spi.PolicyContext;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.spi.StateWriter;
import org.schedlab.spi.TaskView;
import org.schedlab.spi.WakeContext;
import org.schedlab.topology.CpuMask;

/** Negative controls: a policy with one fault fails the check that is there for it, and one without a fault passes all. */
class PolicyContractTest {

    record Config(
            @ConfigValue(meaning = "nothing", min = 0, max = 9)
            int spins) {}

    record Asymmetric(
            @ConfigValue(meaning = "nothing", min = 0, max = 9)
            int spins) {
        Asymmetric {
            spins = Math.min(spins, 8);
        }
    }

    /** A factory in a line. */
    private record Factory<C extends Record>(
            PolicyKind kind, C defaults, Set<Capability> honours, Supplier<? extends Policy> maker)
            implements PolicyFactory<C, Policy> {

        @Override
        public String name() {
            return "tested";
        }

        @Override
        public String summary() {
            return "tested";
        }

        @Override
        @SuppressWarnings("unchecked") // a record's class is final
        public Class<C> configType() {
            return (Class<C>) defaults.getClass();
        }

        @Override
        public Policy create(C config, PolicyContext context) {
            return maker.get();
        }
    }

    private static PolicyFactory<?, ?> placement(Supplier<PlacementPolicy> maker) {
        return new Factory<>(PolicyKind.PLACEMENT, new Config(0), Set.of(), maker);
    }

    private static PolicyFactory<?, ?> pick(Supplier<PickPolicy<?, ?>> maker, Capability... honours) {
        return new Factory<>(PolicyKind.PICK, new Config(0), Set.of(honours), maker);
    }

    private static List<String> failed(PolicyFactory<?, ?> factory) {
        return failed(PolicyContract.of(factory));
    }

    private static List<String> failed(PolicyContract contract) {
        List<String> failed = new ArrayList<>();
        for (PolicyContract.Check check : contract.checks()) {
            if (check.failure() != null) {
                failed.add(check.name());
            }
        }
        return failed;
    }

    @Test
    void policiesWithoutAFaultPass() {
        assertThat(failed(placement(FirstIdle::new))).isEmpty();
        assertThat(failed(pick(() -> new Turns(3_000_000)))).isEmpty();
    }

    private static PlacementPolicy beside(UnaryOperator<Integer> fault) {
        FirstIdle good = new FirstIdle();
        return (task, context) -> fault.apply(good.selectCpu(task, context));
    }

    @Test
    void aPlacementThatIgnoresTheMaskFailsAffinity() {
        assertThat(failed(placement(() -> (task, context) -> context.online().first())))
                .contains("affinity");
    }

    @Test
    void aPlacementThatAsksTheRandomnessOfTheMachineFailsDeterminism() {
        int[] calls = new int[1]; // survives from run to run
        assertThat(failed(placement(() -> (task, context) -> {
                    CpuMask allowed = task.allowed();
                    int cpu = allowed.nextAnd(context.online(), calls[0]++ % 7);
                    return cpu == CpuMask.NO_CPU ? allowed.nextAnd(context.online(), 0) : cpu;
                })))
                .containsExactly("determinism");
    }

    @Test
    void aPlacementThatNeedsASecondCpuFailsOneCpu() {
        assertThat(failed(placement(() -> (task, context) -> {
                    int other = task.allowed()
                            .nextAnd(context.online(), context.online().first() + 1);
                    return context.online().contains(other) ? other : CpuMask.NO_CPU;
                })))
                .contains("one-cpu");
    }

    @Test
    void aPlacementWithAMaskOfOneWordFails512Cpus() {
        assertThat(failed(placement(() -> beside(cpu -> cpu >= 64 ? cpu - 1_000 : cpu))))
                .containsExactly("512-cpus");
    }

    @Test
    void aPlacementThatTakesTheFirstIdleCpuWithoutLookingFailsEmptyMasks() {
        assertThat(failed(placement(() -> (task, context) -> task.allowed().nextAnd(context.idleCpus(), 0))))
                .contains("empty-masks");
    }

    @Test
    void aPlacementThatForgetsThatCpusGoOffFailsHotplug() {
        assertThat(failed(placement(() -> (task, context) -> {
                    int idle = task.allowed().nextAnd(context.idleCpus(), 0);
                    return idle != CpuMask.NO_CPU ? idle : context.prevCpu();
                })))
                .contains("hotplug");
    }

    @Test
    void aPlacementThatAllocatesFailsNoAllocation() {
        Object[] kept = new Object[1];
        assertThat(failed(placement(() -> beside(cpu -> {
                    kept[0] = new long[4];
                    return cpu;
                }))))
                .containsExactly("no-allocation");
    }

    @Test
    void aConfigurationThatChangesWhatWasWrittenFailsTheRoundTrip() {
        assertThat(failed(new Factory<>(
                        PolicyKind.PLACEMENT, new Asymmetric(0), Set.of(), (Supplier<PlacementPolicy>) FirstIdle::new)))
                .containsExactly("config-round-trip");
    }

    @Test
    void aPickThatNeverTakesTurnsFailsNoStarvation() {
        assertThat(failed(pick(() -> new Turns(Long.MAX_VALUE)))).containsExactly("no-starvation");
    }

    private static PolicyFactory<?, ?> declaring(PolicyKind kind, Capability capability) {
        return kind == PolicyKind.PICK
                ? pick(() -> new Turns(3_000_000), capability)
                : new Factory<>(kind, new Config(0), Set.of(capability), (Supplier<PlacementPolicy>) FirstIdle::new);
    }

    @TestFactory
    Stream<DynamicTest> aCapabilityThatIsDeclaredOnlyFailsCapabilities() {
        return Stream.of(PolicyKind.PICK, PolicyKind.PLACEMENT)
                .flatMap(kind -> Arrays.stream(Capability.values())
                        .map(capability -> DynamicTest.dynamicTest(kind + " " + capability, () -> {
                            List<PolicyContract.Check> checks = PolicyContract.checks(declaring(kind, capability));
                            List<String> faults = checks.stream()
                                    .filter(c -> c.name().equals("capabilities"))
                                    .map(PolicyContract.Check::failure)
                                    .toList();
                            assertThat(faults).singleElement().asString().startsWith(capability + " is declared, ");
                            assertThat(faults.get(0))
                                    .contains(
                                            capability.concerns(kind)
                                                    ? capability == Capability.CUSTOM_SLICE ? "turns of" : "only"
                                                    : "policy can honour");
                        })));
    }

    /** Takes turns, with one fault in its pick. */
    private abstract static class Faulty extends ForwardingPick<Turns.Line, Turns.Place> {
        Faulty() {
            super(new Turns(3_000_000));
        }
    }

    @Test
    void aPickThatAnswersWithWhoHasLeftFailsOnlyQueued() {
        assertThat(failed(pick(() -> new Faulty() {
                    private EntityView before;

                    @Override
                    public EntityView pick(Turns.Line queue, Turns.Place curr, int flags) {
                        EntityView answer = before != null ? before : super.pick(queue, curr, flags);
                        before = super.pick(queue, curr, flags);
                        return answer;
                    }
                })))
                .contains("only-queued");
    }

    @Test
    void aPickThatIsNotTheLeastFailsItsOracle() {
        PolicyContract contract = PolicyContract.of(pick(() -> new Turns(3_000_000)))
                .oracle(policy -> new LeastProbe(new ByAge(policy), "age"));
        assertThat(failed(contract)).containsExactly("pick-oracle");
    }

    /** Saves an age that its order does not follow. */
    private static final class ByAge extends ForwardingPick<Object, Object> {
        private final IdentityHashMap<Object, Long> ages = new IdentityHashMap<>();

        ByAge(PickPolicy<Object, Object> policy) {
            super(policy);
        }

        @Override
        public void saveEntity(Object entity, StateWriter writer) {
            writer.put("age", ages.computeIfAbsent(entity, e -> 7_919L * ages.size() % 97));
        }
    }

    private static PluginProblem problem(PolicyFactory<?, ?> factory, String name) {
        return PolicyContract.checks(factory).stream()
                .filter(c -> c.name().equals(name))
                .map(c -> Objects.requireNonNull(c.result(20_000).problem()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void masksThatAPolicyIsGivenAreNotItsOwn() {
        List<PlacementPolicy> writers = List.of(
                (task, context) -> {
                    int cpu = task.allowed().nextAnd(context.online(), 0);
                    context.idleCpus().clearAll();
                    return cpu;
                },
                (task, context) -> {
                    int cpu = task.allowed().nextAnd(context.online(), 0);
                    task.allowed().clearAll();
                    task.allowed().set(cpu);
                    return cpu;
                });
        for (PlacementPolicy writer : writers) {
            PluginProblem found = problem(placement(() -> writer), "leaves-masks-alone");
            assertThat(found.code()).isEqualTo(PluginCode.CONTRACT_BROKEN);
            assertThat(found.message()).contains("changes the mask", "in selectCpu");
        }
        PluginProblem machine = problem(
                placement(() -> new PlacementPolicy() {
                    @Override
                    public int selectCpu(TaskView task, WakeContext context) {
                        return task.allowed().nextAnd(context.online(), 0);
                    }

                    @Override
                    public void domainsChanged(PolicyContext context) {
                        context.topology().llcCpus(0).clear(1);
                    }
                }),
                "leaves-masks-alone");
        assertThat(machine.message()).contains("changes the mask topology()");
    }

    @Test
    void whatACheckFindsHasACodeAMessageAndAHint() {
        PluginProblem allocates = problem(
                placement(() -> beside(cpu -> cpu + new int[1 + cpu % 2].length - 1 - cpu % 2)), "no-allocation");
        assertThat(allocates.code()).isEqualTo(PluginCode.POLICY_ALLOCATES);
        assertThat(allocates.message()).contains("bytes per decision");
        assertThat(allocates.hint()).contains("its constructor can make them once");
        PluginProblem forbidden = problem(placement(() -> (task, context) -> 99), "affinity");
        assertThat(forbidden.code()).isEqualTo(PluginCode.FORBIDDEN_CPU);
        assertThat(forbidden.message()).contains("chose cpu (99)", "contract:tested");
        assertThat(forbidden.hint()).contains("allowed cpus");
        PluginProblem threw = problem(
                placement(() -> (task, context) -> {
                    throw new IllegalStateException("no luck");
                }),
                "one-cpu");
        assertThat(threw.code()).isEqualTo(PluginCode.POLICY_THREW);
        PluginProblem starves = problem(pick(() -> new Turns(Long.MAX_VALUE)), "no-starvation");
        assertThat(starves.code()).isEqualTo(PluginCode.CONTRACT_BROKEN);
        assertThat(starves.hint()).contains("none waits longer");
    }

    @Test
    void aCheckThatDoesNotEndIsLeftBehind() {
        AtomicBoolean end = new AtomicBoolean();
        PolicyContract.Result late = PolicyContract.checks(placement(() -> (task, context) -> {
                    while (!end.get()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    return context.prevCpu();
                }))
                .get(0)
                .result(200);
        end.set(true);
        assertThat(late.stuck()).isTrue();
        assertThat(late.problem()).isNotNull();
        assertThat(late.problem().code()).isEqualTo(PluginCode.TIME_BUDGET);
        assertThat(late.fault()).contains("did not end within 200 ms, in ");
    }

    @Test
    void aPolicyThatThrowsSaysSoInTheCheck() {
        PolicyContract.Check check = PolicyContract.checks(placement(() -> (task, context) -> {
                    throw new IllegalStateException("no luck");
                }))
                .stream()
                .filter(c -> c.name().equals("affinity"))
                .findFirst()
                .orElseThrow();
        assertThat(check.failure()).contains("no luck").contains("placement policy contract:tested");
    }
}
