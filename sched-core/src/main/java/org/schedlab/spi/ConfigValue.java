package org.schedlab.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents a component of a policy's configuration record and bounds its value; the host checks the bounds before it makes the record. The
 * default is that of {@link PolicyFactory#defaults()}. Components are {@code int}, {@code long}, {@code boolean}, {@link String} or an enum.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConfigValue {

    /** One line for people. */
    String meaning();

    /** Unit of a number, such as {@code ns}; empty when it counts. */
    String unit() default "";

    /** Smallest value of a number. */
    long min() default Long.MIN_VALUE;

    /** Largest value of a number. */
    long max() default Long.MAX_VALUE;
}
