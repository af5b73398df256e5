package org.schedlab.spi;

/** A policy of any kind. One instance serves one run and is confined to its thread. */
public interface Policy {}
