package org.schedlab.plugin;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.SchedPlugin;
import org.schedlab.topology.input.Nearest;
import org.schedlab.topology.input.Printable;

/**
 * Walks the providers that a class loader has, by hand: one that cannot be used is a problem and hides no other. The JDK says in words only
 * what was wrong, and lets linkage errors escape raw; so a failed walk is followed by a look at each named class. Not for several threads.
 */
final class ProviderWalk {

    private static final int MAX_FAILURES = 100;
    private static final int MAX_NAMES = 1_000;
    private static final int MAX_CLASSES_COMPARED = 2_000;
    private static final int MAX_SHOWN = 80;
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final String SPI = SchedPlugin.class.getSimpleName();

    private final ClassLoader loader;
    private final PluginCall call;
    private final Breakage.Site site;
    private final List<PluginProblem> problems;
    private final Set<String> seen = new TreeSet<>();

    ProviderWalk(ClassLoader loader, PluginCall call, List<PluginProblem> problems) {
        this.loader = loader;
        this.call = call;
        this.site = call.site();
        this.problems = problems;
    }

    /**
     * All providers that can be made.
     *
     * @param services the text of the services file, for the diagnosis
     */
    List<SchedPlugin> run(String services) {
        List<SchedPlugin> made = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        Iterator<ServiceLoader.Provider<SchedPlugin>> providers =
                ServiceLoader.load(SchedPlugin.class, loader).stream().iterator();
        boolean more = true;
        while (more && failures.size() < MAX_FAILURES) {
            try {
                more = providers.hasNext();
                if (more) {
                    make(providers.next(), made);
                }
            } catch (Throwable e) { // of a loader that meets a damaged or tampered JAR, or of the plugin
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            int before = problems.size();
            diagnose(services);
            if (problems.size() == before) {
                problems.add(Breakage.of(
                        failures.get(0),
                        site,
                        "finding its providers",
                        PluginCode.MISSING_CLASS,
                        PluginCode.PLUGIN_FAILED));
            }
        }
        return made;
    }

    private void make(ServiceLoader.Provider<SchedPlugin> provider, List<SchedPlugin> made) {
        String name = provider.type().getName();
        if (!seen.add(name)) {
            return;
        }
        TimeLimit.Outcome<SchedPlugin> outcome = call.outcome(provider);
        if (outcome.value() != null) {
            made.add(outcome.value());
        } else {
            problems.add(notMade(provider.type(), outcome));
        }
    }

    private PluginProblem notMade(Class<?> type, TimeLimit.Outcome<?> outcome) {
        if (!isOpen(type.getModifiers())) {
            return hidden(type.getName());
        }
        PluginProblem problem = call.problem(
                outcome,
                "the constructor of " + type.getName(),
                PluginCode.MISSING_CLASS,
                PluginCode.CONSTRUCTOR_FAILED);
        return Objects.requireNonNull(problem, "a constructor gave nothing and did not fail");
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) && !Modifier.isAbstract(modifiers);
    }

    private PluginProblem hidden(String name) {
        return site.error(
                PluginCode.CONSTRUCTOR_HIDDEN,
                "(" + name + ") or its constructor is not public, or it is abstract",
                "make the class and its constructor without arguments public.");
    }

    private void diagnose(String services) {
        String[] lines = services.split("\n", -1);
        for (int i = 0; i < Math.min(lines.length, MAX_NAMES); i++) {
            String name = lines[i].split("#", 2)[0].strip();
            if (!name.isEmpty()) {
                PluginProblem problem =
                        diagnose(name, site.at(site.location() + "!" + JarCheck.SERVICES + ":" + (i + 1)));
                if (problem != null) {
                    problems.add(problem);
                }
            }
        }
    }

    private @Nullable PluginProblem diagnose(String name, Breakage.Site line) {
        if (seen.contains(name)) {
            return null;
        }
        if (!isClassName(name)) {
            return line.error(
                    PluginCode.SERVICES_SYNTAX,
                    "the services file has a line that is not a class name (" + Printable.brief(name, MAX_SHOWN) + ")",
                    name.charAt(0) == BYTE_ORDER_MARK
                            ? "the file begins with a byte order mark; save it as UTF-8 without one."
                            : "each line holds one class name with its package and nothing else; # starts a comment.");
        }
        Class<?> type;
        try {
            type = Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return notFound(name, line, e);
        } catch (SecurityException e) {
            return line.error(
                            PluginCode.CORRUPT_JAR,
                            "the class (" + name + ") does not fit the JAR's signature ("
                                    + ForeignThrowable.text(e, MAX_SHOWN) + ")",
                            "the JAR was changed after it was signed; get it again from its author.")
                    .causedBy(e);
        } catch (Throwable e) {
            return Breakage.of(e, line, "(" + name + ")", PluginCode.MISSING_SUPERTYPE, PluginCode.BROKEN_CLASS);
        }
        if (!SchedPlugin.class.isAssignableFrom(type)) {
            return wrongType(type, line);
        }
        try {
            return constructor(type, line);
        } catch (Throwable e) { // as the class names others
            return Breakage.of(e, line, "(" + name + ")", PluginCode.MISSING_CLASS, PluginCode.BROKEN_CLASS);
        }
    }

    private PluginProblem notFound(String name, Breakage.Site line, ClassNotFoundException e) {
        if (site.classes().contains(name)) {
            return line.error(
                            PluginCode.CORRUPT_JAR,
                            "the class (" + name + ") cannot be read from the JAR",
                            "the JAR was copied in part; copy it again.")
                    .causedBy(e);
        }
        if (HostClasses.hides(name)) {
            return Breakage.of(e, line, "the services file", PluginCode.MISSING_CLASS, PluginCode.PLUGIN_FAILED);
        }
        List<String> known = site.classes();
        String nearest = Nearest.of(name, known.subList(0, Math.min(known.size(), MAX_CLASSES_COMPARED)));
        return line.error(
                PluginCode.PROVIDER_NOT_FOUND,
                "the services file names a class that is not in the JAR (" + name + ")",
                nearest == null
                        ? "the name is misspelt, or the JAR was built without the class."
                        : "you meant " + nearest + ".");
    }

    private static PluginProblem wrongType(Class<?> type, Breakage.Site line) {
        for (Class<?> parent : supertypes(type)) {
            if (parent.getSimpleName().equals(SPI) && parent != SchedPlugin.class) {
                return line.error(
                        PluginCode.OTHER_SPI_COPY,
                        "(" + type.getName() + ") implements another copy of SchedPlugin (" + parent.getName() + " of "
                                + parent.getClassLoader() + ")",
                        "the SPI must come from the host: scope provided, and neither copied nor relocated into the JAR.");
            }
        }
        return line.error(
                PluginCode.WRONG_TYPE,
                "(" + type.getName() + ") is not a " + SchedPlugin.class.getName(),
                "the class should say implements SchedPlugin; a PolicyFactory belongs into its policies().");
    }

    private static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            all.add(c);
            for (Class<?> i : c.getInterfaces()) {
                all.addAll(supertypes(i));
            }
        }
        return all;
    }

    private @Nullable PluginProblem constructor(Class<?> type, Breakage.Site line) {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 0) {
                // One that could be made was not reached: another line of the file is at fault.
                return isOpen(type.getModifiers()) && Modifier.isPublic(constructor.getModifiers())
                        ? null
                        : hidden(type.getName());
            }
        }
        return line.error(
                PluginCode.CONSTRUCTOR_ARGUMENTS,
                "(" + type.getName() + ") has no constructor without arguments",
                "give it a public one; what a policy needs comes later, with create(config, context).");
    }

    private static boolean isClassName(String name) {
        for (String part : name.split("\\.", -1)) {
            if (part.isEmpty()
                    || !Character.isJavaIdentifierStart(part.codePointAt(0))
                    || !part.codePoints().allMatch(Character::isJavaIdentifierPart)) {
                return false;
            }
        }
        return true;
    }
}
