package com.example.policy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.testkit.PolicyContract;

/** Holds both policies to what every policy promises. */
class ContractTest {

    @TestFactory
    Stream<DynamicTest> everyPolicyKeepsTheContract() {
        List<PolicyFactory<?, ?>> policies = new CustomPlugin().policies();
        return policies.stream()
                .flatMap(factory -> PolicyContract.checks(factory).stream()
                        .map(check -> DynamicTest.dynamicTest(factory.name() + " " + check.name(), check::run)));
    }
}
