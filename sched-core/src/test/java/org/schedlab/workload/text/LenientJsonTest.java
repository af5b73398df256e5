package org.schedlab.workload.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schedlab.topology.input.InvalidInputException;

class LenientJsonTest {

    private static Node parse(String text) {
        return LenientJson.parse(InputText.of("f.json", text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void keepsDuplicateKeysInOrderWithTheirLines() {
        Node.Obj root =
                (Node.Obj) parse("{\n\t\"run\" : 1, // one\n/* two\nlines */ \"sleep\" : 2,\n\"run\" : 3.5,\n}");
        assertThat(root.members()).extracting(Node.Member::key).containsExactly("run", "sleep", "run");
        assertThat(root.members()).extracting(Node.Member::line).containsExactly(2, 4, 5);
        assertThat(root.last("run").value()).isEqualTo(new Node.Num(5, new BigDecimal("3.5")));
    }

    @Test
    void readsKeysThatStandAlone() {
        Node.Obj root = (Node.Obj) parse("{ \"suspend\",\n \"run\": 1 }");
        assertThat(root.members().get(0)).isEqualTo(new Node.Member("suspend", 1, null));
    }

    @Test
    void ignoresAByteOrderMark() {
        assertThat(parse("\uFEFF[1,2,]").kind()).isEqualTo("a list");
    }

    @Test
    void readsEscapes() {
        assertThat(parse("'a\\u0041\\n\\\\'")).isEqualTo(new Node.Text(1, "aA\n\\"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ \"a\" : 1               | f.json:1: the file ends within the object that began on line 1",
                "{ \"a\" :                 | f.json:1: the file ends where a value is expected",
                "[ 1, 2                    | f.json:1: the file ends within the list that began on line 1",
                "{ \"a                     | f.json:1: the file ends within a text",
                "{ \"a\" : 1 \"b\" : 2 }   | f.json:1: a comma or } is expected",
                "{ a : 1 }                 | f.json:1: a key in quotes or } is expected",
                "[1] 2                     | f.json:1: text (2) follows the end of the value",
                "[01]                      | f.json:1: (01) is not a JSON value",
                "[NaN]                     | f.json:1: (NaN) is not a JSON value",
                "[1e999999999]             | f.json:1: (1e999999999) is not a JSON value",
                "/* x                      | f.json:1: the file ends within a comment",
                "[1}                       | f.json:1: a comma or ] is expected before (})",
                "``                        | f.json:1: the file is empty",
            })
    void reportsWhatIsWrongWithItsLine(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesDeepNestingWithoutOverflow() {
        assertThatThrownBy(() -> parse("[".repeat(1_000_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nested deeper than 100");
    }

    @Test
    void refusesOtherEncodingsByByte() {
        byte[] latin = "{\n\"n\u00e4me\": 1}".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> InputText.of("f.json", latin))
                .hasMessageContaining("f.json:2: byte 4 (0xe4) is not UTF-8");
        byte[] utf16 = "{}".getBytes(StandardCharsets.UTF_16);
        assertThatThrownBy(() -> InputText.of("f.json", utf16)).hasMessageContaining("UTF-16");
        byte[] cut = {'"', (byte) 0xc3};
        assertThatThrownBy(() -> InputText.of("f.json", cut)).hasMessageContaining("byte 1 (0xc3)");
    }

    @Test
    void answersAnyTextWithATreeOrAProblem() {
        long seed = 4040;
        Random random = new Random(seed);
        String alphabet = "{}[]\",:'/*\\ \n\t0-1.eEtrunaf\u00e4";
        int trees = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(parse(text.toString())).as("seed %d: %s", seed, text).isNotNull();
                trees++;
            } catch (InvalidInputException e) {
                assertThat(e.problems()).as("seed %d: %s", seed, text).hasSize(1);
            }
        }
        assertThat(trees).as("seed %d", seed).isPositive();
    }
}
