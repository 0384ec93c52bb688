package dev.baton.check.replay;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** What rewritten code calls to be told the date: of the clock that {@link ParkCalls#currentTimeMillis} reads. */
public final class DateCalls {
    private DateCalls() {}

    public static ZonedDateTime zonedDateTime(int site) {
        return zonedDateTime(ZoneId.systemDefault(), site);
    }

    public static ZonedDateTime zonedDateTime(ZoneId zone, int site) {
        return ParkCalls.now(site).atZone(zone);
    }

    public static OffsetDateTime offsetDateTime(int site) {
        return zonedDateTime(site).toOffsetDateTime();
    }

    public static OffsetDateTime offsetDateTime(ZoneId zone, int site) {
        return zonedDateTime(zone, site).toOffsetDateTime();
    }

    public static LocalDateTime localDateTime(int site) {
        return zonedDateTime(site).toLocalDateTime();
    }

    public static LocalDateTime localDateTime(ZoneId zone, int site) {
        return zonedDateTime(zone, site).toLocalDateTime();
    }

    public static LocalDate localDate(int site) {
        return zonedDateTime(site).toLocalDate();
    }

    public static LocalDate localDate(ZoneId zone, int site) {
        return zonedDateTime(zone, site).toLocalDate();
    }

    public static LocalTime localTime(int site) {
        return zonedDateTime(site).toLocalTime();
    }

    public static LocalTime localTime(ZoneId zone, int site) {
        return zonedDateTime(zone, site).toLocalTime();
    }
}
