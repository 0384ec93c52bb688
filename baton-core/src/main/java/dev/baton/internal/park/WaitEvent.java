package dev.baton.internal.park;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

import org.jspecify.annotations.Nullable;

/** Flight-recorder event of a thread that parked to wait in a primitive's queue. */
@Name("dev.baton.Wait")
@Label("Baton Wait")
@Category({"Baton"})
@Threshold("10 ms")
@Description("A thread parked until it was served, timed out or was interrupted")
final class WaitEvent extends Event {
    @Label("Primitive")
    @Description("Class of the primitive waited for")
    @Nullable
    String primitive;

    @Label("Identity")
    @Description("Identity hash code of the primitive")
    int identity;

    @Label("Outcome")
    @Description("served, timed out or interrupted")
    @Nullable
    String outcome;
}
