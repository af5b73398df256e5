/**
 * Shows machines and domains to people: text tree, SVG, the layout of the kernel's debugfs, differences of two machines. Depends on
 * {@code org.schedlab.topology} and its domains; stateless, safe to use from several threads.
 */
@NullMarked
package org.schedlab.topology.show;

import org.jspecify.annotations.NullMarked;
