package dev.baton.cli;

import java.io.Serializable;
import java.util.List;

/**
 * A check, in a form that travels to other machines.
 *
 * @param title   what a reader calls it
 * @param name    its full name
 * @param model   the memory model
 * @param options of {@code baton check} that decide how it is explored
 * @param entry   the class that it begins in; empty for one of Baton's own
 * @param places  the jars and directories of its class path, in their order
 */
public record ClusterOrder(String title, String name, String model, List<String> options, String entry,
        List<String> places) implements Serializable {
    /** Copies what it is given. */
    public ClusterOrder {
        options = List.copyOf(options);
        places = List.copyOf(places);
    }

    /**
     * The same check on another machine.
     *
     * @param copies of the jars and directories, in their order
     * @return the order
     */
    public ClusterOrder at(List<String> copies) {
        return new ClusterOrder(title, name, model, options, entry, copies);
    }
}
