package dev.baton.cli;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The result in the form in which build servers read the reports of JUnit. A check is a test case. A check that could
 * not be explored is an error, and one that is not exhausted a failure: neither says that the program is right.
 */
final class JUnitXml {
    private final XMLStreamWriter out;

    private JUnitXml(XMLStreamWriter out) {
        this.out = out;
    }

    static String of(List<Reported> all) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            new JUnitXml(writer).write(all);
            writer.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException(impossible); // a string takes everything
        }
        return text.toString();
    }

    private void write(List<Reported> all) throws XMLStreamException {
        out.writeStartDocument("UTF-8", "1.0");
        out.writeCharacters("\n");
        out.writeStartElement("testsuite");
        attribute("name", "baton check");
        attribute("tests", Integer.toString(all.size()));
        attribute("failures", Long.toString(all.stream().filter(JUnitXml::isFailure).count()));
        attribute("errors", Long.toString(all.stream().filter(JUnitXml::isError).count()));
        attribute("skipped", "0");
        attribute("time", seconds(all.stream().mapToDouble(each -> each.finding().seconds()).sum()));
        for (Reported each : all) {
            out.writeCharacters("\n  ");
            write(each);
        }
        out.writeCharacters("\n");
        out.writeEndElement();
        out.writeCharacters("\n");
        out.writeEndDocument();
    }

    private void write(Reported reported) throws XMLStreamException {
        Finding finding = reported.finding();
        String full = finding.name().full();
        int dot = full.lastIndexOf('.');
        out.writeStartElement("testcase");
        attribute("classname", dot < 0 ? full : full.substring(0, dot));
        attribute("name", full.substring(dot + 1) + " [" + finding.model() + "]");
        attribute("time", seconds(finding.seconds()));
        if (!finding.isAsExpected()) {
            out.writeStartElement(isError(reported) ? "error" : "failure");
            attribute("type", finding.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '));
            attribute("message", reported.message());
            out.writeCharacters(legal(reported.text()));
            out.writeEndElement();
        }
        out.writeEndElement();
    }

    private static boolean isError(Reported reported) {
        return !reported.finding().isAsExpected() && !reported.finding().verdict().isExplored();
    }

    private static boolean isFailure(Reported reported) {
        return !reported.finding().isAsExpected() && reported.finding().verdict().isExplored();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private void attribute(String name, String value) throws XMLStreamException {
        out.writeAttribute(name, legal(value));
    }

    /** XML has no way to write most control characters. */
    private static String legal(String text) {
        StringBuilder legal = new StringBuilder();
        text.codePoints().forEach(each -> legal.appendCodePoint(each == '\n' || each == '\t'
                || (each >= 0x20 && each < 0xD800) || (each >= 0xE000 && each != 0xFFFE && each != 0xFFFF)
                        ? each
                        : '?'));
        return legal.toString();
    }
}
