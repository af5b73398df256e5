package org.schedlab.workload.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.schedlab.topology.input.InvalidInputException;

/**
 * The text of a file that somebody gave: at most {@value #MAX_BYTES} bytes, UTF-8 only, without a byte order mark. Immutable.
 *
 * @param source the name under which problems are reported
 * @param text the characters
 */
public record InputText(String source, String text) {

    /** Larger files are refused. */
    public static final int MAX_BYTES = 16 << 20;

    /**
     * Reads a file.
     *
     * @param source the name to report problems under, as the user wrote it
     * @throws InvalidInputException when there is no such file, it cannot be read, is too large or is not UTF-8
     */
    public static InputText read(String source, Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    source, 0, "there is no such file", "the path is relative to another directory");
        } catch (IOException e) {
            String why = Files.isDirectory(file) ? "it is a directory" : e.getMessage();
            throw new InvalidInputException(source, 0, "the file cannot be read (" + why + ")", null);
        }
        return of(source, bytes);
    }

    /** Decodes bytes; throws as {@link #read}. */
    public static InputText of(String source, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new InvalidInputException(
                    source, 0, "the file has more than " + MAX_BYTES + " bytes", "it is not the file that you meant");
        }
        if (bytes.length >= 2 && (isMark(bytes, 0xFE, 0xFF) || isMark(bytes, 0xFF, 0xFE))) {
            throw new InvalidInputException(
                    source, 0, "the file is UTF-16, not UTF-8 (byte 0)", "save it as UTF-8: iconv -f UTF-16 -t UTF-8");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = decoder.decode(in, out, true);
        try {
            if (result.isError()) {
                result.throwException();
            }
        } catch (CharacterCodingException e) {
            int at = in.position();
            throw new InvalidInputException(
                    source,
                    lineOf(bytes, at),
                    String.format("byte %d (0x%02x) is not UTF-8", at, bytes[at] & 0xff),
                    "the file is Latin-1 or compressed: iconv -f LATIN1 -t UTF-8, or gunzip");
        }
        String text = out.flip().toString();
        return new InputText(source, text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private static boolean isMark(byte[] bytes, int first, int second) {
        return (bytes[0] & 0xff) == first && (bytes[1] & 0xff) == second;
    }

    private static int lineOf(byte[] bytes, int at) {
        int line = 1;
        for (int i = 0; i < at; i++) {
            if (bytes[i] == '\n') {
                line++;
            }
        }
        return line;
    }
}
