package org.schedlab.policies;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.schedlab.spi.KernelProfile;

/** Reads the bundled kernel profiles: one properties file each, named by the alias. */
final class Profiles {

    private static final List<String> ALIASES = List.of("4.0", "4.12", "4.16", "5.10", "6.1", "6.8", "6.12", "7.3");

    private Profiles() {}

    static List<KernelProfile> all() {
        List<KernelProfile> profiles = new ArrayList<>();
        for (String alias : ALIASES) {
            profiles.add(read(alias));
        }
        return profiles;
    }

    private static KernelProfile read(String alias) {
        Properties file = new Properties();
        String resource = "profiles/" + alias + ".properties";
        try (InputStream in = Profiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("profile (" + resource + ") is missing");
            }
            file.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return KernelProfile.of(alias, file);
    }
}
