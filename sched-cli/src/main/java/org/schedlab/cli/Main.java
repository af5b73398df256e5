package org.schedlab.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * The entry of {@code sched}. Answers {@code --help} from a text that was made before (a test compares it with what the commands would print):
 * picocli's classes are of a format that JDK 17 cannot keep in its class archive, and loading them costs more than all the rest.
 */
public final class Main {

    static final String HELP = "help.txt";

    private Main() {}

    /** Runs a command line and ends the process with its status. */
    public static void main(String[] args) {
        Pipe stdout = new Pipe();
        PrintStream out = utf8(stdout);
        PrintStream err = utf8(new FileOutputStream(FileDescriptor.err));
        // Whatever a plugin prints must not get between the lines of a result, and whatever it closes must not be ours.
        System.setOut(utf8(new Unclosable(err)));
        System.setErr(utf8(new Unclosable(err)));
        ProcessEnd.watch(err);
        int status = wantsHelp(args)
                ? help(out)
                : Commands.run(
                        args,
                        new PrintWriter(out, true, StandardCharsets.UTF_8),
                        new PrintWriter(err, true, StandardCharsets.UTF_8));
        if (out.checkError() && !stdout.closedByReader) {
            err.println("stdout: the output cannot be written");
            status = status == ExitCode.OK ? ExitCode.INPUT : status;
        }
        err.flush();
        // Shutdown hooks have nothing left to do after a command that ended by itself.
        Runtime.getRuntime().halt(status);
    }

    private static PrintStream utf8(OutputStream stream) {
        return new PrintStream(stream, false, StandardCharsets.UTF_8);
    }

    /** Stdout, which knows whether a reader such as {@code head} has gone: that is nobody's fault. */
    private static final class Pipe extends FilterOutputStream {
        private boolean closedByReader;

        Pipe() {
            super(new FileOutputStream(FileDescriptor.out));
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                out.write(bytes, from, count);
            } catch (IOException e) {
                closedByReader |= "Broken pipe".equals(e.getMessage());
                throw e;
            }
        }
    }

    /** A stream that others may write to but not close. */
    private static final class Unclosable extends FilterOutputStream {
        Unclosable(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }

    private static boolean wantsHelp(String[] args) {
        return args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"));
    }

    private static int help(PrintStream out) {
        try (InputStream text = Main.class.getResourceAsStream(HELP)) {
            if (text == null) {
                PrintWriter writer = new PrintWriter(out, true, StandardCharsets.UTF_8);
                return Commands.run(new String[] {"--help"}, writer, writer);
            }
            text.transferTo(out);
            return ExitCode.OK;
        } catch (IOException e) {
            return ExitCode.INPUT;
        }
    }
}
