package dev.baton.report.picture;

import java.util.Locale;

/** A small picture of boxes, arrows and words as SVG, in colours that follow the reader's light or dark page. */
final class Drawing {
    private static final String STYLE = """
            svg { --ink: #1c2024; --soft: #60686f; --line: #9aa1a9; --card: #ffffff; --wait: #fff3cd; --done: #dcefe3; --gone: #ececea; --accent: #2457c5; --bad: #b3261e; background: var(--card); }
            @media (prefers-color-scheme: dark) { svg { --ink: #e7e9ec; --soft: #a1a9b2; --line: #6d7680; --card: #14171a; --wait: #443a12; --done: #173a28; --gone: #24282d; --accent: #82abff; --bad: #ff8a80; } }
            text { fill: var(--ink); font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; text-anchor: middle; dominant-baseline: central; }
            text.start { text-anchor: start; } text.end { text-anchor: end; } text.soft { fill: var(--soft); font-size: 12px; } text.code { font: 12.5px ui-monospace, monospace; } text.bold { font-weight: 600; } text.accent { fill: var(--accent); } text.bad { fill: var(--bad); }
            rect { fill: var(--card); stroke: var(--line); } rect.wait { fill: var(--wait); } rect.done { fill: var(--done); } rect.gone { fill: var(--gone); stroke-dasharray: 4 3; } rect.frame { fill: none; }
            line { stroke: var(--line); } line.grid { opacity: .35; } line.one { stroke: var(--ink); } line.bar { stroke: var(--accent); stroke-width: 9; } line.bar.bad { stroke: var(--bad); }
            path { fill: none; stroke: var(--soft); stroke-width: 1.4; marker-end: url(#end); } path.accent { stroke: var(--accent); } path.bad { stroke: var(--bad); stroke-dasharray: 5 3; } path.faint { stroke-dasharray: 2 3; }
            marker path { fill: var(--soft); stroke: none; marker-end: none; }
            """;

    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;
    private final String title;

    Drawing(int width, int height, String title) {
        this.width = width;
        this.height = height;
        this.title = title;
    }

    Drawing box(String kind, int x, int y, int boxWidth, int boxHeight) {
        return add("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>", kind, x, y, boxWidth,
                boxHeight);
    }

    /** A box with a word in it. */
    Drawing cell(String kind, int x, int y, int boxWidth, int boxHeight, String word) {
        return box(kind, x, y, boxWidth, boxHeight).text("code", x + boxWidth / 2, y + boxHeight / 2, word);
    }

    Drawing text(String kind, int x, int y, String words) {
        return add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", kind, x, y,
                words.replace("&", "&amp;").replace("<", "&lt;"));
    }

    Drawing line(String kind, int fromX, int fromY, int toX, int toY) {
        return add("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", kind, fromX, fromY, toX, toY);
    }

    /** An arrow along a path in SVG's own words. */
    Drawing arrow(String kind, String path) {
        return add("<path class=\"%s\" d=\"%s\"/>", kind, path);
    }

    String svg() {
        return String.format(Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n"
                        + "<title>%s</title>%n<style>%n%s</style>%n"
                        + "<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                        + "<path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>%n%s</svg>%n",
                width, height, width, height, title, STYLE, body).replace("\r\n", "\n");
    }

    private Drawing add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format, values)).append('\n');
        return this;
    }
}
