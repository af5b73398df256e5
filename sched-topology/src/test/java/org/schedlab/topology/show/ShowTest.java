package org.schedlab.topology.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schedlab.topology.Topology;
import org.schedlab.topology.read.TopologyReaders;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ShowTest {

    private static final String BIG_LITTLE =
            "cpus: 0-5\npackages: [0-5]\nnodes: [0-5]\nllcs: [0-5]\ncapacities: {0-3: 446, 4-5: 1024}\nonline: 0-4\nallowed: 0-3\n";

    @TempDir
    private Path folder;

    private Topology bigLittle() throws IOException {
        return TopologyReaders.read(
                Files.writeString(folder.resolve("m.yaml"), BIG_LITTLE).toString());
    }

    @Test
    void theTreeNamesWhatDiffers() throws IOException {
        assertThat(TreeText.of(Topology.regular("1s 2c 2t"))).isEqualTo("""
                        4 CPUs, 2 cores, 1 llc, 1 package, 1 node
                        node 0  cpus 0-3
                          package 0  cpus 0-3
                            llc 0 (L3)  cpus 0-3
                              core 0  cpus 0-1
                              core 1  cpus 2-3
                        """);
        assertThat(TreeText.of(bigLittle())).contains("cpus 0  capacity 446", "offline", "allowed");
        assertThat(TreeText.of(Topology.regular("2s 1c"))).contains("10", "20");
    }

    @Test
    void aMachineDoesNotDifferFromItself() throws IOException {
        for (Topology machine : List.of(bigLittle(), Topology.regular("2s 4l 2c 2t split"))) {
            assertThat(TopologyDiff.lines(machine, machine)).isEmpty();
        }
    }

    @Test
    void differencesAreCountsGroupsCapacitiesAndSets() throws IOException {
        assertThat(TopologyDiff.lines(Topology.regular("2s 2c"), Topology.regular("4c")))
                .contains("packages: - 2 + 1", "llc of cpu 0: - 0-1 + 0-3");
        List<String> lines = TopologyDiff.lines(Topology.regular("1s 6c"), bigLittle());
        assertThat(String.join("\n", lines))
                .contains("capacity")
                .contains("446")
                .contains("online");
    }

    private record Rect(String kind, int x, int y, int width, int height) {
        boolean holds(Rect other) {
            return x <= other.x
                    && y <= other.y
                    && other.x + other.width <= x + width
                    && other.y + other.height <= y + height;
        }

        boolean overlaps(Rect other) {
            return x < other.x + other.width
                    && other.x < x + width
                    && y < other.y + other.height
                    && other.y < y + height;
        }
    }

    private static Document parsed(Topology machine) throws Exception {
        byte[] svg = TopologySvg.of(machine).getBytes(StandardCharsets.UTF_8);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
    }

    private static List<Rect> rects(Document svg, String kind) {
        List<Rect> found = new ArrayList<>();
        NodeList all = svg.getElementsByTagName("rect");
        for (int i = 0; i < all.getLength(); i++) {
            Element rect = (Element) all.item(i);
            if (rect.getAttribute("class").equals(kind)) {
                found.add(new Rect(
                        kind, number(rect, "x"), number(rect, "y"), number(rect, "width"), number(rect, "height")));
            }
        }
        return found;
    }

    private static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    /** What the eye checks: each box lies in one box of the next kind, boxes of a kind do not overlap, all lie on the page. */
    private static void nests(Document svg, String inner, String outer) {
        List<Rect> outside = rects(svg, outer);
        List<Rect> inside = rects(svg, inner);
        for (Rect rect : inside) {
            assertThat(outside.stream().filter(o -> o.holds(rect)))
                    .as("%s in %s", rect, outer)
                    .hasSize(1);
            assertThat(inside.stream().filter(o -> o.overlaps(rect)))
                    .as("over %s", rect)
                    .hasSize(1);
        }
    }

    private static Set<String> numbers(Document svg) {
        Set<String> texts = new HashSet<>();
        NodeList all = svg.getElementsByTagName("text");
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void thePictureIsRightForALaptopAndALargeServer() throws Exception {
        for (String shape : List.of("1s 1c 2t", "2s 12l 8c 2t split")) {
            Topology machine = Topology.regular(shape);
            Document svg = parsed(machine);
            Element root = svg.getDocumentElement();
            Rect page = new Rect("page", 0, 0, number(root, "width"), number(root, "height"));
            assertThat(page.width()).isBetween(200, 1600);
            assertThat(rects(svg, "cpu")).hasSize(machine.online().count()).allMatch(page::holds);
            assertThat(rects(svg, "llc")).hasSize(shape.startsWith("1s") ? 1 : 24);
            assertThat(rects(svg, "core")).hasSize(machine.online().count() / 2);
            nests(svg, "cpu", "core");
            nests(svg, "core", "llc");
            nests(svg, "llc", "pkg");
            for (int cpu = 0; cpu < machine.online().count(); cpu++) {
                assertThat(numbers(svg)).contains(Integer.toString(cpu));
            }
            assertThat(TopologySvg.of(machine)).isEqualTo(TopologySvg.of(Topology.regular(shape)));
        }
    }

    @Test
    void capacitiesAreHeightsAndOfflineAndDisallowedCpusAreMarked() throws Exception {
        Document svg = parsed(bigLittle());
        List<Rect> bars = rects(svg, "cpu");
        assertThat(bars).hasSize(4).allMatch(bar -> bar.height() == 24 * 446 / 1024);
        assertThat(rects(svg, "no")).hasSize(1);
        assertThat(rects(svg, "off")).hasSize(1);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("capacity 446");
    }
}
