package org.schedlab.topology.read;

import java.io.IOException;
import java.io.InputStream;
import org.schedlab.topology.Topology;
import org.schedlab.topology.archive.Packing;
import org.schedlab.topology.input.InvalidInputException;

/**
 * Snapshots of {@code /sys/devices/system} as a directory or in a tar archive, plain or packed with gzip, bzip2 or xz, as
 * {@code hwloc-gather-topology}, util-linux and others make them; also the live {@code /sys}. For scheduling this is the source of truth:
 * groups are the sibling masks and shared cache masks of the kernel.
 */
public final class SysfsReader implements TopologyReader {

    @Override
    public String format() {
        return "sysfs tree";
    }

    @Override
    public int confidence(TopologySource source) {
        if (source.isText()) {
            return 0;
        }
        if (source.isDirectory()) {
            return 50;
        }
        byte[] head = source.head();
        if (Packing.isTar(head)) {
            return 90;
        }
        return Packing.looksPacked(head, source.name()) ? 60 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        try {
            if (source.isDirectory()) {
                DirectoryFiles files = DirectoryFiles.in(source);
                if (files == null) {
                    throw new InvalidInputException(
                            source.name(),
                            0,
                            "the directory has no sys/devices/system/cpu",
                            "name the directory that holds sys.");
                }
                return new SysfsMachine(source.name(), files).read();
            }
            try (InputStream in = Packing.undo(source.open())) {
                return new SysfsMachine(source.name(), ArchiveFiles.read(source.name(), in)).read();
            }
        } catch (IOException e) {
            throw source.unreadable(e);
        }
    }
}
