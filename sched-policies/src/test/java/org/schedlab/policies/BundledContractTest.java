package org.schedlab.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.schedlab.plugin.ResolvedSettings;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.spi.PolicyKind;
import org.schedlab.testkit.EevdfProbes;
import org.schedlab.testkit.EevdfRules;
import org.schedlab.testkit.LeastProbe;
import org.schedlab.testkit.PolicyContract;

/** Every bundled policy keeps the contract, under each kernel that names it; the others under 6.12. */
class BundledContractTest {

    private static final String DEFAULT = "6.12";

    @TestFactory
    List<DynamicTest> bundledPolicies() {
        List<DynamicTest> tests = new ArrayList<>();
        for (PolicyFactory<?, ?> factory : new CorePlugin().policies()) {
            for (String kernel : kernels(factory)) {
                PolicyContract contract = PolicyContract.of(factory)
                        .plugins(List.of(new CorePlugin()))
                        .kernel(kernel);
                oracle(contract, factory, kernel);
                for (PolicyContract.Check check : contract.checks()) {
                    String name = factory.name() + " " + kernel + " " + check.name();
                    tests.add(DynamicTest.dynamicTest(name, check::run));
                }
            }
        }
        return tests;
    }

    /** The oldest and the newest kernel of a policy; those between differ by switches that have tests of their own. */
    private static List<String> kernels(PolicyFactory<?, ?> factory) {
        List<String> kernels = new ArrayList<>();
        for (String alias : Machine.CATALOGUE.profiles()) {
            String id = Machine.CATALOGUE.profile(alias).policies().get(factory.kind());
            if (("core:" + factory.name()).equals(id)) {
                kernels.add(alias);
            }
        }
        return kernels.isEmpty()
                ? List.of(DEFAULT)
                : List.copyOf(new TreeSet<>(List.of(kernels.get(0), kernels.get(kernels.size() - 1))));
    }

    private static void oracle(PolicyContract contract, PolicyFactory<?, ?> factory, String kernel) {
        if (factory.kind() != PolicyKind.PICK) {
            return;
        }
        if (factory.name().startsWith("eevdf")) {
            ResolvedSettings settings = new Machine("1c", kernel).settings;
            contract.oracle(policy -> new EevdfProbes<>(policy, EevdfRules.of(kernel, settings)));
        } else if (factory.name().equals("cfs")) {
            contract.oracle(policy -> new LeastProbe(policy, "vruntime"));
        } else if (!factory.name().equals("lottery")) {
            contract.oracle(policy -> new LeastProbe(policy, "key"));
        }
    }
}
