package org.schedlab.topology.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schedlab.topology.input.InvalidInputException;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Files made to harm or broken by accident: one clear message, bounded memory and time. */
class HostileFilesTest {

    private static final String CPU = "snap/sys/devices/system/cpu/";

    @TempDir
    private Path folder;

    private interface Filling {
        void into(TarArchiveOutputStream tar) throws IOException;
    }

    private Path tar(String name, Filling filling) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                OutputStream packed = name.endsWith("gz")
                        ? new GZIPOutputStream(out)
                        : name.endsWith("bz2") ? new BZip2CompressorOutputStream(out) : out;
                TarArchiveOutputStream tar = new TarArchiveOutputStream(packed)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
            filling.into(tar);
        }
        return file;
    }

    private static void file(TarArchiveOutputStream tar, String path, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(path, true);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static void zeros(TarArchiveOutputStream tar, String path, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path, true);
        entry.setSize(size);
        tar.putArchiveEntry(entry);
        byte[] chunk = new byte[1 << 20];
        for (long left = size; left > 0; left -= chunk.length) {
            tar.write(chunk, 0, (int) Math.min(left, chunk.length));
        }
        tar.closeArchiveEntry();
    }

    private static void link(TarArchiveOutputStream tar, String path, String target, byte type) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path, type, true);
        entry.setLinkName(target);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }

    private static void machine(TarArchiveOutputStream tar) throws IOException {
        file(tar, CPU + "online", "0-1\n");
        file(tar, CPU + "cpu0/topology/thread_siblings_list", "0\n");
        file(tar, CPU + "cpu1/topology/thread_siblings_list", "1\n");
    }

    /** Reads a file that must be refused; measures after a first read that loads classes. */
    private static InvalidInputException refused(Path file) {
        Throwable problem = catchThrowable(() -> TopologyReaders.read(file.toString()));
        assertThat(problem).isInstanceOf(InvalidInputException.class);
        InvalidInputException refusal = (InvalidInputException) problem;
        assertThat(refusal.problems()).hasSizeLessThanOrEqualTo(3);
        assertThat(refusal.getMessage()).hasSizeLessThan(3000);
        return refusal;
    }

    @Test
    void aSmallHonestArchiveIsRead() throws IOException {
        assertThat(TopologyReaders.read(
                        tar("good.tar.gz", HostileFilesTest::machine).toString()))
                .hasToString("2 CPUs, 2 cores, 1 llc, 1 package, 1 node");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "/etc/passwd", "snap/../../sys/devices/system/cpu/online"})
    void namesThatLeadOutAreRefused(String path) throws IOException {
        Path file = tar("names.tar", tar -> {
            machine(tar);
            file(tar, path, "0-1");
        });
        assertThat(refused(file)).hasMessageContaining("entry (" + path + ") leads out of the archive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/shadow", "../../../../../../../../etc/shadow"})
    void linksThatLeadOutAreRefused(String target) throws IOException {
        Path symbolic = tar("links.tar", tar -> {
            machine(tar);
            link(tar, CPU + "possible", target, TarConstants.LF_SYMLINK);
        });
        assertThat(refused(symbolic)).hasMessageContaining("leads out of the archive");
        Path hard = tar("hard.tar", tar -> {
            machine(tar);
            link(tar, CPU + "possible", target, TarConstants.LF_LINK);
        });
        assertThat(refused(hard)).hasMessageContaining("leads out of the archive");
    }

    @Test
    void linksOutOfADirectoryAreNotFollowed() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "0-3");
        Path cpu = Files.createDirectories(folder.resolve("tree/sys/devices/system/cpu/cpu0"));
        Files.createSymbolicLink(cpu.getParent().resolve("online"), secret);
        assertThatThrownBy(() -> TopologyReaders.read(folder.resolve("tree").toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a link leads out of the directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bomb.tar.gz", "bomb.tar.bz2", "bomb.tar"})
    void bombsAreRefusedWithBoundedMemoryAndTime(String name) throws IOException {
        Path unwanted = tar(name, tar -> {
            machine(tar);
            zeros(tar, "snap/big", 100L << 20);
        });
        bounded(unwanted, "MiB when decompressed");
        Path wanted = tar("w" + name, tar -> {
            machine(tar);
            zeros(tar, CPU + "possible", 1L << 20);
        });
        bounded(wanted, "the file is larger than 64 KiB");
    }

    @Test
    void largeDictionariesOfXzAreNotReserved() throws Exception {
        Path file = folder.resolve("nine.tar.xz");
        LZMA2Options nine = new LZMA2Options(9);
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new XZOutputStream(Files.newOutputStream(file), nine))) {
            machine(tar);
        }
        assertThat(nine.getDictSize()).isEqualTo(64 << 20);
        assertThat(TopologyReaders.read(file.toString())).hasToString("2 CPUs, 2 cores, 1 llc, 1 package, 1 node");
        assertThat(ReadInSmallHeap.output(file)).contains(ReadInSmallHeap.READ);
    }

    @Test
    void manySmallFilesAreBoundedToo() throws IOException {
        Path file = tar("many.tar.gz", tar -> {
            String filler = "0".repeat(1 << 16);
            for (int cpu = 0; cpu < 1200; cpu++) {
                file(tar, CPU + "cpu" + cpu + "/topology/core_id", filler);
            }
        });
        bounded(file, "MiB");
    }

    @Test
    void hugeLongNamesAreRefused() throws IOException {
        Path file = tar("longname.tar.gz", tar -> {
            machine(tar);
            file(tar, "snap/" + "x".repeat(70_000), "");
        });
        bounded(file, "the archive has a header of");
    }

    @Test
    void headersHiddenFromTheWatchAreRefused() throws IOException {
        Path size = tar("paxsize.tar", tar -> {
            machine(tar);
            TarArchiveEntry pax = new TarArchiveEntry("./PaxHeaders/x", TarConstants.LF_PAX_EXTENDED_HEADER_LC);
            byte[] record = "10 size=0\n".getBytes(StandardCharsets.UTF_8);
            pax.setSize(record.length);
            tar.putArchiveEntry(pax);
            tar.write(record);
            tar.closeArchiveEntry();
            zeros(tar, "snap/hides", 1 << 20);
        });
        assertThat(refused(size)).hasMessageContaining("another size than its header");
        Path sparse = tar("sparse.tar", tar -> {
            machine(tar);
            tar.putArchiveEntry(new TarArchiveEntry("snap/holes", TarConstants.LF_GNUTYPE_SPARSE));
            tar.closeArchiveEntry();
        });
        assertThat(refused(sparse)).hasMessageContaining("a sparse file in the old form");
    }

    @Test
    void xmlBombsAndForeignEntitiesAreNeitherExpandedNorFetched() throws IOException {
        Path entities = Files.writeString(
                folder.resolve("entities.xml"),
                "<?xml version=\"1.0\"?><!DOCTYPE topology [<!ENTITY a \"" + "x".repeat(1000) + "\"><!ENTITY b \""
                        + "&a;".repeat(1000) + "\"><!ENTITY c \"" + "&b;".repeat(1000)
                        + "\">]><topology>&c;</topology>");
        bounded(entities, "entities.xml");
        Path secret = Files.writeString(folder.resolve("secret.txt"), "SECRET");
        Path external = Files.writeString(
                folder.resolve("external.xml"),
                "<?xml version=\"1.0\"?><!DOCTYPE topology SYSTEM \"http://127.0.0.1:9/none.dtd\" [<!ENTITY x SYSTEM \""
                        + secret.toUri() + "\">]><topology><object type=\"Machine\">&x;</object></topology>");
        assertThat(refused(external)).hasMessageNotContaining("SECRET");
        Path deep =
                Files.writeString(folder.resolve("deep.xml"), "<topology>" + "<object type=\"Group\">".repeat(200_000));
        bounded(deep, "nest deeper");
    }

    @Test
    void decompressionBombsOfTextAreBounded() throws IOException {
        Path xml = folder.resolve("bomb.xml.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(xml))) {
            out.write("<topology><info name=\"".getBytes(StandardCharsets.UTF_8));
            repeat(out, ' ', 48);
        }
        bounded(xml, "bomb.xml.gz");
        Path lines = folder.resolve("bomb.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(lines))) {
            out.write("CPU NODE SOCKET\n".getBytes(StandardCharsets.UTF_8));
            repeat(out, '\n', 48);
        }
        bounded(lines, "MiB when decompressed");
        Path json = folder.resolve("bomb.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(json))) {
            out.write("{\"cpus\":[".getBytes(StandardCharsets.UTF_8));
            repeat(out, '[', 3);
        }
        bounded(json, "bomb.json.gz");
        Path yaml = folder.resolve("bomb.yaml");
        Files.writeString(yaml, "shape: &a [x, x]\ncpus: " + "[*a, ".repeat(20_000));
        bounded(yaml, "bomb.yaml");
    }

    private static void repeat(OutputStream out, char c, int mebibytes) throws IOException {
        byte[] chunk = String.valueOf(c).repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < mebibytes; i++) {
            out.write(chunk);
        }
    }

    /** Refused, within 2 s of processor time, also in a heap of 64 MiB in all. */
    private static void bounded(Path file, String message) throws IOException {
        assertThat(refused(file)).isNotNull();
        long cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        InvalidInputException refusal = refused(file);
        cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuNs;
        assertThat(refusal).hasMessageContaining(message);
        assertThat(cpuNs / 1_000_000).as("ms for %s", file.getFileName()).isLessThan(2000);
        try {
            assertThat(ReadInSmallHeap.output(file)).contains(message).doesNotContain("OutOfMemoryError");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Test
    void cutFilesGiveOneMessageEach() throws IOException {
        byte[] good = Files.readAllBytes(tar("whole.tar.gz", tar -> {
            machine(tar);
            byte[] noise = new byte[40_000];
            new Random(5).nextBytes(noise);
            file(tar, "snap/noise", new String(noise, StandardCharsets.ISO_8859_1));
        }));
        for (int length : new int[] {1, 2, 10, 100, good.length / 2, good.length - 20}) {
            ByteArrayOutputStream cut = new ByteArrayOutputStream();
            cut.write(good, 0, length);
            Path file = Files.write(folder.resolve("cut" + length + ".tar.gz"), cut.toByteArray());
            assertThat(refused(file).problems()).hasSize(1);
        }
    }

    @Test
    void cutAndDamagedArchivesAreNotReadAsSmallerMachines() throws IOException {
        byte[] good = Files.readAllBytes(tar("whole.tar", HostileFilesTest::machine));
        Path cut = Files.write(folder.resolve("noend.tar"), Arrays.copyOf(good, 4 * 512));
        assertThat(refused(cut)).hasMessageContaining("the archive has no end");
        byte[] damaged = good.clone();
        damaged[2 * 512 + 20] ^= 1;
        Path wrong = Files.write(folder.resolve("checksum.tar"), damaged);
        assertThat(refused(wrong)).hasMessageContaining("the checksum of a header does not match");
        byte[] packed = Files.readAllBytes(tar("crc.tar.gz", HostileFilesTest::machine));
        packed[packed.length - 6] ^= 1;
        assertThat(refused(Files.write(folder.resolve("badcrc.tar.gz"), packed)))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void damagedStoredTextsAreReadOrRefusedButNeverFailOtherwise() throws IOException {
        List<String> texts = List.of(
                "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,0,0,0,,0,0,0,0\n",
                "CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE\n  0    0      0    0 0:0:0:0 yes\n  1 0 0 1 1:1:1:0 no\n",
                "CPU(s): 4\nOn-line CPU(s) list: 0-3\nThread(s) per core: 2\nCore(s) per socket: 2\nSocket(s): 1\n",
                "{\"cpus\":[{\"cpu\":0,\"core\":0,\"socket\":0,\"online\":true},{\"cpu\":1,\"core\":-,\"online\":false}]}",
                "{\"lscpu\":[{\"field\":\"CPU(s):\",\"data\":\"4\",\"children\":[{\"field\":\"On-line CPU(s) list:\",\"data\":\"0-3\"}]}]}",
                "<topology><object type=\"Machine\" cpuset=\"0x3\"><object type=\"PU\" os_index=\"0\"/><distances2 type=\"NUMANode\" kind=\"5\"><u64values>1 2</u64values></distances2></object></topology>",
                "shape: 1s 4c\ncapacities: {0-1: 512}\ndistances: [[10]]\n");
        Random random = new Random(42);
        int refusals = 0;
        for (int round = 0; round < 700; round++) {
            byte[] bytes = texts.get(round % texts.size()).getBytes(StandardCharsets.UTF_8);
            for (int k = 0; k <= random.nextInt(3); k++) {
                bytes[random.nextInt(bytes.length)] =
                        (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : " -:,0\"9\n{".charAt(random.nextInt(9)));
            }
            Path file = Files.write(folder.resolve("damaged.txt"), bytes);
            Throwable problem = catchThrowable(() -> TopologyReaders.read(file.toString()));
            if (problem != null) {
                assertThat(problem)
                        .as("seed 42 round %d: %s", round, new String(bytes, StandardCharsets.ISO_8859_1))
                        .isInstanceOf(InvalidInputException.class);
                refusals++;
            }
        }
        assertThat(refusals).isPositive();
    }

    @Test
    void filesOfNoFormatNameTheKnownOnes() throws IOException {
        for (String content : List.of("", "hello", "\0\0\0\0")) {
            Path file = Files.writeString(folder.resolve("nothing"), content);
            assertThat(refused(file))
                    .hasMessageContaining("the format is not known")
                    .hasMessageContaining("hwloc XML");
        }
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(refused(empty)).hasMessageContaining("has no sys/devices/system/cpu");
        try (Stream<Path> files = Files.list(empty)) {
            assertThat(files).isEmpty();
        }
    }
}
