/**
 * Replays golden sequences over a hierarchy of groups. May depend on verify, mechanism, plugin and the other packages of this module. Kinds
 * are stateless and may be shared.
 */
@NullMarked
package org.schedlab.cgroup.verify;

import org.jspecify.annotations.NullMarked;
