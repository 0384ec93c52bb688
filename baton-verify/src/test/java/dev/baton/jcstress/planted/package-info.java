/** Wrong classes that show that the judges can fail. */
package dev.baton.jcstress.planted;
