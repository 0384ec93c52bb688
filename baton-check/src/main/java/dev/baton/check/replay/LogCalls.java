package dev.baton.check.replay;

import java.text.MessageFormat;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * In the place of what loggers of the JDK do: a message is kept with its thread and shown with a counterexample, if the logger
 * lets its level pass. No step, no lock, no handler runs. Arguments are turned into text as the logger would.
 */
public final class LogCalls {
    private LogCalls() {}

    private static void say(String name, Object level, String message) {
        Sayings.say(level + " " + name + ": " + message + "\n");
    }

    private static String name(Logger logger) {
        return String.valueOf(logger.getName());
    }

    private static String format(String message, Object... arguments) {
        if (message == null || !message.contains("{0")) {
            return String.valueOf(message);
        }
        Object[] texts = new Object[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i] instanceof Number number ? number : String.valueOf(arguments[i]);
        }
        try {
            return MessageFormat.format(message, texts);
        } catch (IllegalArgumentException noFormat) {
            return message;
        }
    }

    // ---- java.util.logging

    public static Logger getLogger(String name, int site) {
        return Logger.getLogger(name);
    }

    public static boolean isLoggable(Logger logger, Level level, int site) {
        return logger.isLoggable(level);
    }

    public static void log(Logger logger, Level level, String message, int site) {
        if (logger.isLoggable(level)) {
            say(name(logger), level, String.valueOf(message));
        }
    }

    public static void log(Logger logger, Level level, String message, Object argument, int site) {
        if (logger.isLoggable(level)) {
            say(name(logger), level, format(message, argument));
        }
    }

    public static void log(Logger logger, Level level, String message, Object[] arguments, int site) {
        if (logger.isLoggable(level)) {
            say(name(logger), level, arguments == null ? String.valueOf(message) : format(message, arguments));
        }
    }

    public static void log(Logger logger, Level level, String message, Throwable thrown, int site) {
        if (logger.isLoggable(level)) {
            say(name(logger), level, message + ": " + thrown);
        }
    }

    public static void log(Logger logger, Level level, Supplier<String> message, int site) {
        if (logger.isLoggable(level)) {
            say(name(logger), level, message.get());
        }
    }

    public static void log(Logger logger, LogRecord message, int site) {
        if (logger.isLoggable(message.getLevel())) {
            Object[] arguments = Objects.requireNonNullElse(message.getParameters(), new Object[0]);
            say(name(logger), message.getLevel(), format(message.getMessage(), arguments));
        }
    }

    public static void severe(Logger logger, String message, int site) {
        log(logger, Level.SEVERE, message, site);
    }

    public static void severe(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.SEVERE, message, site);
    }

    public static void warning(Logger logger, String message, int site) {
        log(logger, Level.WARNING, message, site);
    }

    public static void warning(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.WARNING, message, site);
    }

    public static void info(Logger logger, String message, int site) {
        log(logger, Level.INFO, message, site);
    }

    public static void info(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.INFO, message, site);
    }

    public static void config(Logger logger, String message, int site) {
        log(logger, Level.CONFIG, message, site);
    }

    public static void config(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.CONFIG, message, site);
    }

    public static void fine(Logger logger, String message, int site) {
        log(logger, Level.FINE, message, site);
    }

    public static void fine(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.FINE, message, site);
    }

    public static void finer(Logger logger, String message, int site) {
        log(logger, Level.FINER, message, site);
    }

    public static void finer(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.FINER, message, site);
    }

    public static void finest(Logger logger, String message, int site) {
        log(logger, Level.FINEST, message, site);
    }

    public static void finest(Logger logger, Supplier<String> message, int site) {
        log(logger, Level.FINEST, message, site);
    }

    // ---- System.Logger

    public static boolean isLoggable(System.Logger logger, System.Logger.Level level, int site) {
        return logger.isLoggable(level);
    }

    public static void log(System.Logger logger, System.Logger.Level level, String message, int site) {
        if (logger.isLoggable(level)) {
            say(logger.getName(), level, String.valueOf(message));
        }
    }

    public static void log(System.Logger logger, System.Logger.Level level, Supplier<String> message, int site) {
        if (logger.isLoggable(level)) {
            say(logger.getName(), level, message.get());
        }
    }

    public static void log(System.Logger logger, System.Logger.Level level, Object message, int site) {
        if (logger.isLoggable(level)) {
            say(logger.getName(), level, message.toString());
        }
    }

    public static void log(System.Logger logger, System.Logger.Level level, String message, Throwable thrown,
            int site) {
        if (logger.isLoggable(level)) {
            say(logger.getName(), level, message + ": " + thrown);
        }
    }

    public static void log(System.Logger logger, System.Logger.Level level, String message, Object[] arguments,
            int site) {
        if (logger.isLoggable(level)) {
            say(logger.getName(), level, arguments == null ? String.valueOf(message) : format(message, arguments));
        }
    }
}
