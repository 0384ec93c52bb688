package dev.baton.check.api;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random programs in which threads make objects, use them, publish them in every mode, and read what others published.
 * A program is text, so that it can be handed to code in another loader: threads by {@code |}, operations of five letters.
 *
 * <pre>
 * n x y . v   nodes[x] = new object; y: 0 empty, 1 with v written by its constructor, 2 an array, 3 an array of v, v,
 *             4 empty, made at another line
 * b x y . .   nodes[x] = new box with a final field for nodes[y]
 * w x y m v   writes field or element y of nodes[x]     r x y m .   reads it
 * c x . . v   compare-and-set of its field 0 from 0
 * l x y m .   nodes[x].next = nodes[y]                  k x y m .   nodes[x] = nodes[y].next
 * s x . . v   writes field 0 while holding its monitor  t x . . .   reads it so
 * p x y m .   publishes nodes[x] at place y             g x y m .   nodes[x] = place y
 * d . y m v   writes data y                             e . y m .   reads it
 * f . . m .   fence
 * </pre>
 * Modes: p plain, o opaque, a acquire, r release, v volatile; c compare-and-set from null, x exchange; fences a, r, f, l, s.
 */
final class PublicationProgram {
    static final int WIDTH = 5;
    static final int NODES = 4;
    static final int RESULTS = 6;

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    /** What the thread knows its nodes to be: ' ' nothing, 'n' object, 'a' array, 'b' box, '?' read from somewhere. */
    private char[] kinds = new char[NODES];
    /** Nodes whose reference was written somewhere, or that hold one. */
    private boolean[] linked = new boolean[NODES];
    private int results;

    private PublicationProgram(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static String random(long seed) {
        PublicationProgram program = new PublicationProgram(seed);
        int makers = 1 + program.random.nextInt(4) / 3;
        List<String> threads = new ArrayList<>();
        for (int i = 0; i < makers; i++) {
            threads.add(program.maker(makers == 1 ? 3 + program.random.nextInt(4) : 2 + program.random.nextInt(2)));
        }
        threads.add(program.reader(3 + program.random.nextInt(3)));
        if (makers == 1 && program.random.nextInt(5) == 0) {
            threads.add(program.reader(2));
        }
        return String.join("|", threads);
    }

    private void begin() {
        text.setLength(0);
        kinds = "    ".toCharArray();
        linked = new boolean[NODES];
        results = 0;
    }

    private String maker(int length) {
        begin();
        make(0);
        if (random.nextInt(2) == 0) {
            make(1);
        }
        boolean published = false;
        for (int i = 0; i < length; i++) {
            int x = kinds[1] == ' ' ? 0 : random.nextInt(2);
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> add('w', x, random.nextInt(2), pick("porv"), 1 + random.nextInt(3));
                case 3 -> read('r', x, random.nextInt(2), pick("poav"));
                case 4 -> read('c', x, 0, '.');
                case 5, 6 -> add('f', 0, 0, pick("arrffls"), 0);
                case 7 -> add('s', x, 0, '.', 1 + random.nextInt(3));
                case 8 -> add('d', 0, random.nextInt(2), pick("porv"), 1);
                case 9 -> {
                    if (kinds[0] == 'n' && kinds[1] != ' ') {
                        add('l', 0, 1, pick("porv"), 0);
                        linked[0] = true;
                        linked[1] = true;
                    }
                }
                case 10 -> {
                    if (kinds[x] != 'b' && !linked[x] && kinds[2] == ' ') {
                        add('b', 2, x, '.', 0);
                        kinds[2] = 'b';
                        linked[x] = true;
                    }
                }
                default -> {
                    publish();
                    published = true;
                }
            }
        }
        if (!published || random.nextInt(4) == 0) {
            publish();
        }
        return text.toString();
    }

    private void make(int x) {
        int how = random.nextInt(5);
        add('n', x, how, '.', 1 + random.nextInt(3));
        kinds[x] = how == 2 || how == 3 ? 'a' : 'n';
    }

    private void publish() {
        int x = kinds[2] == 'b' && random.nextInt(3) > 0 ? 2 : kinds[1] == ' ' ? 0 : random.nextInt(2);
        linked[x] = true;
        char mode = pick("ppoorrvcx");
        if (mode == 'c') {
            read('p', x, random.nextInt(2), mode);
        } else {
            add('p', x, random.nextInt(2), mode, 0);
        }
    }

    private String reader(int length) {
        begin();
        for (int i = 0; i < length; i++) {
            int known = kinds[0] == ' ' ? -1 : kinds[1] == ' ' ? 0 : random.nextInt(2);
            int what = known < 0 ? 0 : random.nextInt(10);
            switch (what) {
                case 0 -> {
                    int x = kinds[0] == ' ' ? 0 : 1;
                    add('g', x, random.nextInt(2), pick("ppooaav"), 0);
                    kinds[x] = '?';
                }
                case 1, 2, 3 -> read('r', known, random.nextInt(2), pick("poav"));
                case 4 -> add('w', known, random.nextInt(2), pick("porv"), 1 + random.nextInt(3));
                case 5 -> {
                    add('k', 1, 0, pick("poav"), 0);
                    kinds[1] = '?';
                }
                case 6 -> add('f', 0, 0, pick("aaffl"), 0);
                case 7 -> read('t', known, 0, '.');
                default -> read('e', 0, random.nextInt(2), pick("poav"));
            }
        }
        return text.toString();
    }

    /**
     * Whether a volatile access is to an object that is never offered, or that is yet to be frozen. By the letter of
     * {@code jam} it orders what is around it; the language does not promise that, and it is no event.
     */
    static boolean hasHiddenVolatile(String program) {
        for (String code : program.split("\\|")) {
            for (int at = 0; at < code.length(); at += WIDTH) {
                char operation = code.charAt(at);
                boolean isVolatile = operation == 'c' || operation == 's'
                        || (operation == 'w' || operation == 'r')
                                && (code.charAt(at + 3) == 'v' || code.charAt(at + 2) == '1')
                        || operation == 'n' && code.charAt(at + 2) == '1';
                if (isVolatile && isHidden(code, code.charAt(at + 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The thread publishes neither the node nor what leads to it; what it read from elsewhere is not its own. */
    private static boolean isHidden(String code, char node) {
        for (int at = 0; at < code.length(); at += WIDTH) {
            char operation = code.charAt(at);
            char first = code.charAt(at + 1);
            boolean leads = (operation == 'b' || operation == 'l') && code.charAt(at + 2) == node;
            if (operation == 'g' || operation == 'k' || operation == 'p' && first == node
                    || leads && !isHidden(code, first)) {
                return false;
            }
        }
        return true;
    }

    private void read(char operation, int x, int y, char mode) {
        if (results < RESULTS) {
            results++;
            add(operation, x, y, mode, 1 + random.nextInt(3));
        }
    }

    private void add(char operation, int x, int y, char mode, int value) {
        text.append(operation).append(x).append(y).append(mode).append(value);
    }

    private char pick(String from) {
        return from.charAt(random.nextInt(from.length()));
    }
}
