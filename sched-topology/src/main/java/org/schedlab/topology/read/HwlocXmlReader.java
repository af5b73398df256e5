package org.schedlab.topology.read;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.schedlab.topology.Topology;
import org.schedlab.topology.input.InvalidInputException;

/**
 * XML files that {@code lstopo} writes, versions 1 to 3, plain or with gzip. The DTD they name is never fetched, entities are never
 * expanded. Cores are hwloc's: on machines where hwloc's cores differ from the kernel's siblings (AMD modules) only a sysfs snapshot tells
 * the latter.
 */
public final class HwlocXmlReader implements TopologyReader {

    private static final int MAX_DEPTH = 200;

    @Override
    public String format() {
        return "hwloc XML";
    }

    @Override
    public int confidence(TopologySource source) {
        if (!source.isFile()) {
            return 0;
        }
        String head = source.headText();
        if (head.contains("<topology")) {
            return 95;
        }
        boolean xml = head.stripLeading().startsWith("<?xml")
                || source.name().toLowerCase(Locale.ROOT).contains(".xml");
        return xml ? 40 : 0;
    }

    @Override
    public Topology read(TopologySource source) {
        HwlocMachine machine = new HwlocMachine(source.name());
        try (Reader in = new InputStreamReader(source.openBounded(), StandardCharsets.UTF_8)) {
            parse(secureFactory().createXMLStreamReader(in), machine);
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            String why = firstLine(e);
            InvalidInputException problem = new InvalidInputException(
                    source.name(), line, "the XML is broken (" + why + ")", "the file is cut short.");
            problem.initCause(e);
            throw problem;
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    source.name(),
                    0,
                    "a number is broken (" + CpuLists.shortened(String.valueOf(e.getMessage())) + ")",
                    "the file was cut or edited.");
        } catch (IOException e) {
            throw source.unreadable(e);
        }
        return machine.build();
    }

    private static String firstLine(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf("Message: ");
        return CpuLists.shortened(at < 0 ? message : message.substring(at + 9));
    }

    private static XMLInputFactory secureFactory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        return factory;
    }

    private static void parse(XMLStreamReader xml, HwlocMachine machine) throws XMLStreamException {
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (++depth > MAX_DEPTH) {
                        throw new XMLStreamException("elements nest deeper than " + MAX_DEPTH, xml.getLocation());
                    }
                    machine.start(xml);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    machine.end(xml.getLocalName());
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> machine.text(xml.getText());
                default -> {
                    // Comments, processing instructions and the DOCTYPE say nothing about the machine.
                }
            }
        }
        xml.close();
    }
}
