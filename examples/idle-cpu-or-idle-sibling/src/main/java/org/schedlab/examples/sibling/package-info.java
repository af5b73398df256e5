/** Any idle CPU or an idle sibling, as a program. May depend on all modules but the command's, and on what the examples share. One thread. */
@NullMarked
package org.schedlab.examples.sibling;

import org.jspecify.annotations.NullMarked;
