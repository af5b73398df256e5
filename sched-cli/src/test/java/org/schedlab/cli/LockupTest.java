package org.schedlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.schedlab.cgroup.hierarchy.LeafListException;

class LockupTest {

    @Test
    void aLockedUpKernelIsAResultWithTheListAndTheCommand() {
        StringWriter err = new StringWriter();
        LeafListException lockup = new LeafListException("The leaf list runs in a circle: head -> /e/f -> /e/f -> …");
        String[] args = {"run", "lockup.yaml", "--kernel", "4.16"};
        assertThat(Commands.failed(lockup, args, new PrintWriter(err, true))).isEqualTo(ExitCode.VERDICT_FAILED);
        assertThat(err.toString())
                .contains("the modelled kernel locked up", "head -> /e/f -> /e/f", "--kernel 4.16")
                .doesNotContain("fault of schedlab");
    }
}
