package org.schedlab.spi;

/**
 * A switch that changes behaviour, declared by the module or plugin that reads it. The kernel's own features keep their spelling.
 *
 * @param name upper case, as in {@code RUN_TO_PARITY}; the option form of "off" is {@code NO_RUN_TO_PARITY}
 * @param on value where a profile does not say
 * @param releases in which releases it exists, for people: {@code 6.6+}
 * @param meaning one line
 */
public record Switch(String name, boolean on, String releases, String meaning) {

    public Switch {
        if (!name.matches("[A-Z][A-Z0-9_]*") || name.startsWith("NO_")) {
            throw new IllegalArgumentException("switch name (" + name + ") must be upper case without NO_");
        }
    }
}
