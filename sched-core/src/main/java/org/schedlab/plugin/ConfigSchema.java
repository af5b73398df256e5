package org.schedlab.plugin;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.schedlab.spi.ConfigValue;
import org.schedlab.spi.PolicyFactory;
import org.schedlab.topology.input.Nearest;

/**
 * The configuration of a policy as its record declares it: reads {@code spins=3,warmNs=5000000}, writes it back, and tells what there is. Immutable.
 */
public final class ConfigSchema {

    private final PolicyFactory<?, ?> factory;
    private final Record defaults;
    private final List<RecordComponent> components;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One key.
     *
     * @param key as it is written
     * @param type {@code integer}, {@code boolean}, {@code text} or the values of an enum
     * @param unit may be empty
     * @param value default
     * @param range of a number, as {@code 1..100}; empty for others
     * @param meaning one line
     */
    public record Row(String key, String type, String unit, String value, String range, String meaning) {}

    private ConfigSchema(PolicyFactory<?, ?> factory) {
        this.factory = factory;
        Class<?> type = factory.configType();
        if (type == null || !type.isRecord()) {
            throw new IllegalArgumentException("configType (" + type + ") is not a record");
        }
        Record values = factory.defaults();
        if (!type.isInstance(values)) {
            throw new IllegalArgumentException("defaults() gives (" + values + ") and not a " + type.getSimpleName());
        }
        this.defaults = values;
        this.components = List.of(type.getRecordComponents());
        for (RecordComponent component : components) {
            rows.add(row(component));
        }
    }

    /**
     * The schema of a factory's record.
     *
     * @throws IllegalArgumentException when it is no record, or a component is undocumented or of a type that cannot be written
     */
    public static ConfigSchema of(PolicyFactory<?, ?> factory) {
        return new ConfigSchema(factory);
    }

    /** All keys in the order of the record. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    private Row row(RecordComponent component) {
        ConfigValue doc = component.getAnnotation(ConfigValue.class);
        if (doc == null) {
            throw new IllegalArgumentException("the component (" + component.getName() + ") has no @ConfigValue");
        }
        Class<?> type = component.getType();
        String text = String.valueOf(value(component, defaults));
        if (type == int.class || type == long.class) {
            long min = lowest(component, doc);
            long max = highest(component, doc);
            long value = ((Number) value(component, defaults)).longValue();
            if (value < min || value > max) {
                throw new IllegalArgumentException(
                        "the default of " + component.getName() + " (" + value + ") is outside " + min + ".." + max);
            }
            return new Row(component.getName(), "integer", doc.unit(), text, min + ".." + max, doc.meaning());
        }
        if (type == boolean.class || type == String.class) {
            String name = type == boolean.class ? "boolean" : "text";
            return new Row(component.getName(), name, doc.unit(), text, "", doc.meaning());
        }
        if (type.isEnum()) {
            return new Row(
                    component.getName(), String.join("|", constants(type)), "", spelled(text), "", doc.meaning());
        }
        throw new IllegalArgumentException("the component (" + component.getName() + ") is of type "
                + type.getSimpleName() + "; int, long, boolean, String and enums can be written");
    }

    private static long lowest(RecordComponent component, ConfigValue doc) {
        return component.getType() == int.class ? Math.max(doc.min(), Integer.MIN_VALUE) : doc.min();
    }

    private static long highest(RecordComponent component, ConfigValue doc) {
        return component.getType() == int.class ? Math.min(doc.max(), Integer.MAX_VALUE) : doc.max();
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .map(c -> spelled(c.toString()))
                .toList();
    }

    private static String spelled(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return Objects.requireNonNull(
                    component.getAccessor().invoke(record), "the component " + component.getName() + " is null");
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the component (" + component.getName() + ") cannot be read", e);
        }
    }

    /** What of a configuration differs from the defaults, as {@link #read} takes it; empty when nothing does. */
    public String write(Record config) {
        List<String> pairs = new ArrayList<>();
        for (RecordComponent component : components) {
            Object value = value(component, config);
            if (!value.equals(value(component, defaults))) {
                String text = component.getType().isEnum() ? spelled(value.toString()) : value.toString();
                pairs.add(component.getName() + "=" + text);
            }
        }
        return String.join(",", pairs);
    }

    /**
     * Reads {@code key=value,…}.
     *
     * @param policy full id, for messages
     * @param text may be empty
     * @throws PluginException with a problem of code CONFIG_KEY or CONFIG_VALUE for each pair that does not fit
     */
    public Record read(String policy, String text) {
        List<PluginProblem> problems = new ArrayList<>();
        @Nullable Object[] values = new @Nullable Object[components.size()];
        for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] parts = pair.split("=", 2);
            int index = indexOf(parts[0].strip());
            if (index < 0) {
                problems.add(unknown(policy, parts[0].strip()));
            } else if (parts.length < 2 || values[index] != null) {
                String fault = parts.length < 2 ? "has no value" : "is given twice";
                problems.add(bad(
                        policy,
                        parts[0].strip() + " " + fault,
                        "write " + rows.get(index).key() + "=" + rows.get(index).value() + "."));
            } else {
                values[index] = parse(policy, index, parts[1].strip(), problems);
            }
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = values[i] == null ? value(components.get(i), defaults) : values[i];
        }
        Record config = problems.isEmpty() ? make(policy, text, values, problems) : null;
        if (config == null) {
            throw new PluginException(problems);
        }
        return config;
    }

    private int indexOf(String key) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).key().equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private PluginProblem unknown(String policy, String key) {
        List<String> keys = rows.stream().map(Row::key).toList();
        return PluginProblem.error(
                PluginCode.CONFIG_KEY,
                policy,
                policy,
                "there is no setting (" + key + ")",
                keys.isEmpty() ? "no setting was meant: this policy has none." : Nearest.maybe(key, keys));
    }

    private static PluginProblem bad(String policy, String message, String hint) {
        return PluginProblem.error(PluginCode.CONFIG_VALUE, policy, policy, message, hint);
    }

    private @Nullable Object parse(String policy, int index, String text, List<PluginProblem> problems) {
        RecordComponent component = components.get(index);
        Row row = rows.get(index);
        Class<?> type = component.getType();
        if (type == int.class || type == long.class) {
            return number(policy, component, row, text, problems);
        }
        if (type == String.class) {
            return text;
        }
        List<String> allowed = type == boolean.class ? List.of("false", "true") : constants(type);
        int at = allowed.indexOf(text.toLowerCase(Locale.ROOT));
        if (at < 0) {
            problems.add(bad(policy, row.key() + " (" + text + ") is not known", Nearest.maybe(text, allowed)));
            return null;
        }
        return type == boolean.class ? Boolean.valueOf(at == 1) : Objects.requireNonNull(type.getEnumConstants())[at];
    }

    private static @Nullable Object number(
            String policy, RecordComponent component, Row row, String text, List<PluginProblem> problems) {
        ConfigValue doc = Objects.requireNonNull(component.getAnnotation(ConfigValue.class));
        if (!text.matches("-?\\d{1,18}")) {
            String unit = row.unit().isEmpty() ? "" : " in " + row.unit();
            problems.add(bad(
                    policy,
                    row.key() + " (" + text + ") is not an integer" + unit,
                    "its default " + row.value() + " does."));
            return null;
        }
        long value = Long.parseLong(text);
        if (value < lowest(component, doc) || value > highest(component, doc)) {
            problems.add(bad(
                    policy,
                    row.key() + " (" + text + ") is outside " + row.range(),
                    "its default " + row.value() + " does."));
            return null;
        }
        return component.getType() == int.class ? (Object) (int) value : (Object) value;
    }

    private @Nullable Record make(String policy, String text, @Nullable Object[] values, List<PluginProblem> problems) {
        Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = factory.configType().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return (Record) constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            problems.add(bad(
                            policy,
                            "the settings (" + text + ") do not fit together: "
                                    + ForeignThrowable.root(ForeignThrowable.chain(e)),
                            "sched policies " + policy + " shows what each means.")
                    .causedBy(e));
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
