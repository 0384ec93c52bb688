package dev.baton.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a command is going to write its result to. */
final class OutputFile {
    private OutputFile() {}

    /** Says so before the work begins if its result could not be written; leaves what there is as it is. */
    static void requireWritable(Path file) {
        if (Files.isDirectory(file)) {
            throw new InputProblem("cannot write to " + file + ": it is a directory.");
        }
        boolean isThere = Files.exists(file);
        try {
            Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE).close();
            if (!isThere) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new InputProblem(sentence(file, failure), failure);
        }
    }

    /** Why a file cannot be written, in the words of a person. */
    static String sentence(Path file, IOException failure) {
        Path directory = file.toAbsolutePath().getParent();
        String why;
        if (failure instanceof AccessDeniedException) {
            why = "permission denied";
        } else if (failure instanceof NoSuchFileException) {
            why = directory != null && Files.isDirectory(directory)
                    ? "its directory takes no new file"
                    : "its directory does not exist";
        } else {
            why = failure instanceof FileSystemException system && system.getReason() != null
                    ? system.getReason()
                    : String.valueOf(failure.getMessage());
        }
        return "cannot write to " + file + ": " + why + ".";
    }
}
