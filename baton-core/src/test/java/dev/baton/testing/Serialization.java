package dev.baton.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Copies by way of a serial stream. */
public final class Serialization {
    private Serialization() {}

    @SuppressWarnings("unchecked")
    public static <T> T copy(T original) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
                stream.writeObject(original);
            }
            try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (T) stream.readObject();
            }
        } catch (IOException | ClassNotFoundException failure) {
            throw new AssertionError(failure);
        }
    }
}
