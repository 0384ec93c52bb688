package dev.baton.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Explores every execution of the project's checks, its {@code @ModelCheck} methods and jcstress tests. The build fails
 * unless every check comes to what it wants. A check is explored again only if something that it depends on has changed.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class CheckMojo extends ExploringMojo {
    /** Made by Maven. */
    public CheckMojo() {}
}
