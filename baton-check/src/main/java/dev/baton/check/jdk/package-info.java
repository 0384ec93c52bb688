/**
 * Code that stands in for classes of the JDK in a program under check, where their own bytecode cannot be followed or would be
 * followed for too long. It is compiled here, read as a class file, renamed and rewritten as the program's own code is; below this
 * package each class has the name that it has in the JDK. Decision 240 says which classes and why the program sees no difference.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.check.jdk;
