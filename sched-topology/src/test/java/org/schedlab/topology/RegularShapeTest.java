package org.schedlab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.topology.input.InvalidInputException;
import org.schedlab.topology.read.TopologyReaders;

class RegularShapeTest {

    @ParameterizedTest
    @CsvSource({
        "2s 10c 2t, 40, 20, 2, 2, 2",
        "1n2l4c1t, 8, 8, 2, 1, 1",
        "4c, 4, 4, 1, 1, 1",
        "1n 2s 2c 2t, 8, 4, 2, 2, 1",
        "2n 2s 2c, 8, 8, 4, 4, 2",
        "2s 4n 2l 4c 2t split, 128, 64, 16, 2, 8",
        "8l16c, 128, 128, 8, 1, 1",
    })
    void shortStringsMakeRegularMachines(String text, int cpus, int cores, int llcs, int packages, int nodes) {
        Topology machine = TopologyReaders.read(text);
        assertThat(machine.online().count()).isEqualTo(cpus);
        assertThat(machine.groupCount(TopologyLevel.CORE)).isEqualTo(cores);
        assertThat(machine.groupCount(TopologyLevel.LLC)).isEqualTo(llcs);
        assertThat(machine.groupCount(TopologyLevel.PACKAGE)).isEqualTo(packages);
        assertThat(machine.nodeCount()).isEqualTo(nodes);
        assertThat(machine.smtActive()).isEqualTo(cores < cpus);
    }

    @Test
    void threadsAreNeighboursUnlessSplit() {
        assertThat(Topology.regular("2s 2c 2t").siblings(0)).hasToString("0-1");
        assertThat(Topology.regular("2s 2c 2t split").siblings(0)).hasToString("0,4");
        assertThat(Topology.regular("2s 2c 2t split").llcCpus(5)).hasToString("0-1,4-5");
    }

    @Test
    void nodesOfOneSocketAreNearerThanOthers() {
        Topology machine = Topology.regular("2s 2n 2c");
        assertThat(new int[] {machine.distance(0, 0), machine.distance(0, 1), machine.distance(0, 2)})
                .containsExactly(10, 12, 20);
    }

    @Test
    void offlineCpusLeaveTheMasksButKeepTheirGroups() {
        Topology machine = Topology.regular("1s 2c 2t");
        CpuMask online = new CpuMask(machine.online());
        online.clear(1);
        Topology less = machine.withOnline(online);
        assertThat(less.siblings(0)).hasToString("0");
        assertThat(less.coreOf(1)).isEqualTo(less.coreOf(0));
        assertThat(less.withOnline(machine.online()).siblings(0)).hasToString("0-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2s 2s", "2t 2c", "0c", "999999s 999999c", "2c 2l"})
    void wrongShapesAreRefusedWithTheText(String text) {
        assertThatThrownBy(() -> TopologyReaders.read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("machine (" + text + ")")
                .hasMessageContaining("Maybe");
    }

    @Test
    void anArgumentThatIsNothingNamesBothPossibilities() {
        assertThatThrownBy(() -> TopologyReaders.read("no-such-file"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no such file")
                .hasMessageContaining("2s 10c 2t");
    }
}
