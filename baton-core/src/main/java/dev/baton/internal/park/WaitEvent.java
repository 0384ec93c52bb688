package dev.baton.internal.park;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

import org.jspecify.annotations.Nullable;

/** Flight-recorder event of a wait for a primitive, by a thread that parked or by a future. */
@Name("dev.baton.Wait")
@Label("Baton Wait")
@Category({"Baton"})
@Threshold("10 ms")
@Description("A thread parked, or a future waited, until it was served or gave up")
final class WaitEvent extends Event {
    @Label("Primitive")
    @Description("Class of the primitive waited for")
    @Nullable
    String primitive;

    @Label("Identity")
    @Description("Identity hash code of the primitive")
    int identity;

    @Label("Name")
    @Description("Name of the primitive, if it has one")
    @Nullable
    String name;

    @Label("Requester")
    @Description("thread or future")
    @Nullable
    String requester;

    @Label("Outcome")
    @Description("served, timed out, interrupted or cancelled")
    @Nullable
    String outcome;
}
