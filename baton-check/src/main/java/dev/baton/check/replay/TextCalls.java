package dev.baton.check.replay;

import java.io.IOException;
import java.util.regex.Matcher;

/** What rewritten code calls in place of methods of the JDK that take a builder of text: the program's builders are others. */
public final class TextCalls {
    private TextCalls() {}

    public static boolean contentEquals(String text, Object builder, int site) {
        return text.contentEquals((CharSequence) builder);
    }

    public static Matcher appendReplacement(Matcher matcher, Object builder, String replacement, int site) {
        ForeignHooks.foreignCall(matcher, site);
        StringBuilder added = new StringBuilder();
        try {
            matcher.appendReplacement(added, replacement);
        } catch (IllegalStateException | IndexOutOfBoundsException | IllegalArgumentException wrong) {
            throw new Meant(wrong);
        }
        append(builder, added);
        return matcher;
    }

    public static Object appendTail(Matcher matcher, Object builder, int site) {
        ForeignHooks.foreignCall(matcher, site);
        append(builder, matcher.appendTail(new StringBuilder()));
        return builder;
    }

    private static void append(Object builder, StringBuilder added) {
        try {
            ((Appendable) builder).append(added.toString());
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
