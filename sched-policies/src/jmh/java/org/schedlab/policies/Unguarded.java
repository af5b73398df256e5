package org.schedlab.policies;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import javax.tools.ToolProvider;

/**
 * Loads all of Schedlab once more, with or without the checks on what policies answer, so that both can run in one JVM, each compiled for itself. The
 * classes without checks are compiled from the text here and lie first on the class path.
 */
final class Unguarded {

    private static final String PICK = """
            package org.schedlab.mechanism;
            import org.schedlab.spi.EntityView;
            public final class PickGuard {
                public static SchedEntity check(EntityView answer, CfsRunQueue queue) { return (SchedEntity) answer; }
                public static Task check(EntityView answer, CpuRunQueue rq) { return (Task) answer; }
            }
            """;

    private static final String PLACEMENT = """
            package org.schedlab.engine;
            import org.schedlab.spi.TaskView;
            import org.schedlab.topology.CpuMask;
            public final class PlacementGuard {
                public static void check(int cpu, CpuMask usable, TaskView task) {}
            }
            """;

    private Unguarded() {}

    /** The run of {@link DoorInRun} in a class loader of its own: through the door with checks, or made directly without. */
    static IntToLongFunction start(String kernel, boolean door) {
        try {
            List<URL> urls = new ArrayList<>();
            if (!door) {
                urls.add(compiled().toUri().toURL());
            }
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            // Stays open: the run loads classes as it goes.
            URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            Method start = loader.loadClass(DoorInRun.class.getName()).getMethod("start", String.class, boolean.class);
            return (IntToLongFunction) start.invoke(null, kernel, door);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path compiled() throws IOException, MalformedURLException {
        Path folder = Files.createTempDirectory("unguarded");
        Path pick = Files.writeString(folder.resolve("PickGuard.java"), PICK);
        Path placement = Files.writeString(folder.resolve("PlacementGuard.java"), PLACEMENT);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        pick.toString(),
                        placement.toString());
        if (status != 0) {
            throw new IllegalStateException("the classes without checks did not compile, status (" + status + ")");
        }
        return folder;
    }
}
