package dev.baton.report.picture;

import java.util.LinkedHashMap;
import java.util.Map;

/** The pictures of {@code docs/how-the-framework-works.md}, by the name of their file. */
final class FrameworkPictures {
    private FrameworkPictures() {}

    static Map<String, String> all() {
        Map<String, String> pictures = new LinkedHashMap<>();
        pictures.put("framework-line.svg", line());
        pictures.put("framework-cell.svg", cell());
        pictures.put("framework-segments.svg", segments());
        pictures.put("framework-grant.svg", grant());
        return pictures;
    }

    /** The line of cells, and the two indices that walk along it. */
    private static String line() {
        Drawing drawing = new Drawing(780, 190, "Requests stand in the cells of a line; two indices walk along it");
        String[][] cells = {{"done", "RESUMED"}, {"done", "RESUMED"}, {"gone", "CANCELLED"}, {"wait", "Waiter"},
                {"wait", "Waiter"}, {"gone", "CANCELLED"}, {"", "null"}};
        for (int index = 0; index < cells.length; index++) {
            int x = 20 + index * 104;
            drawing.cell(cells[index][0], x, 90, 96, 36, cells[index][1]).text("soft", x + 48, 140,
                    String.valueOf(index + 40));
        }
        return drawing.text("bold", 276, 28, "resume").text("soft", 276, 46, "serviceIndex, fetch-and-add")
                .arrow("accent", "M276,58 V84")
                .text("bold", 670, 28, "suspend").text("soft", 670, 46, "entryIndex, fetch-and-add")
                .arrow("accent", "M692,58 V84")
                .text("soft", 380, 172,
                        "Cell i joins the i-th suspend and the i-th resume, whichever comes first. The next resume skips 42 and serves 43.")
                .svg();
    }

    /** The states of one cell of the framework. */
    private static String cell() {
        Drawing drawing = new Drawing(760, 400, "The states of one cell");
        drawing.cell("", 20, 60, 100, 36, "null").cell("wait", 230, 60, 110, 36, "Waiter")
                .cell("done", 620, 60, 120, 36, "RESUMED").cell("gone", 620, 130, 120, 36, "CANCELLED")
                .cell("wait", 330, 200, 120, 36, "CANCELLING").cell("gone", 620, 200, 120, 36, "REFUSED")
                .cell("wait", 230, 290, 110, 36, "Handed").cell("done", 620, 270, 120, 36, "TAKEN")
                .cell("gone", 620, 330, 120, 36, "BROKEN");
        return drawing
                .text("soft", 380, 24,
                        "One suspend and at most one resume ever touch a cell; each arrow is one compare-and-set.")
                .arrow("accent", "M120,78 H224").text("soft", 170, 66, "suspend")
                .arrow("accent", "M340,78 H614").text("soft", 477, 66, "resume: served")
                .arrow("bad", "M310,96 V148 H614").text("bad", 477, 136, "abort (SIMPLE)")
                .arrow("bad", "M260,96 V218 H324").text("bad start", 188, 150, "abort")
                .text("bad start", 188, 168, "(SMART)")
                .arrow("", "M450,210 C530,210 560,160 614,154").text("soft", 500, 178, "deregistered")
                .arrow("", "M450,224 H614").text("soft", 530, 236, "a resume was on its way")
                .arrow("accent", "M70,96 V308 H224").text("soft", 148, 296, "resume came first")
                .arrow("accent", "M340,300 C440,300 520,288 614,288").text("soft", 470, 282, "suspend takes the value")
                .arrow("bad", "M340,316 C440,316 520,348 614,348").text("bad", 450, 350, "nobody came in time (SYNC)")
                .text("soft", 380, 386,
                        "A resume that meets CANCELLING leaves its value there (delegation), and the aborting side passes it on.")
                .svg();
    }

    /** The list of segments from which one was removed. */
    private static String segments() {
        Drawing drawing = new Drawing(760, 220,
                "Cells live in linked segments; one whose cells are all cancelled is unlinked");
        String[] names = {"segment 4", "segment 5", "segment 6", "segment 7"};
        String[][] kinds = {{"done", "done", "wait", "gone"}, {"wait", "gone", "wait", "wait"},
                {"gone", "gone", "gone", "gone"}, {"wait", "wait", "", ""}};
        for (int index = 0; index < names.length; index++) {
            int x = 20 + index * 186;
            drawing.box(index == 2 ? "gone" : "frame", x, 74, 160, 64).text("soft", x + 80, 152, names[index]);
            for (int cell = 0; cell < 4; cell++) {
                drawing.box(kinds[index][cell], x + 10 + cell * 36, 90, 32, 32);
            }
        }
        return drawing.arrow("", "M180,96 H200").arrow("", "M206,116 H186")
                .arrow("accent", "M340,74 C390,40 540,40 588,70").arrow("accent", "M610,74 C550,22 380,22 318,70")
                .arrow("faint", "M552,96 H572").arrow("faint", "M392,116 H372")
                .text("soft", 465, 20, "next and prev go past it")
                .text("soft", 100, 44, "resumes stand here").arrow("", "M100,54 V70")
                .text("soft", 680, 44, "suspends stand here").arrow("", "M680,54 V70")
                .text("soft", 380, 192,
                        "The last of a segment's cells to be cancelled unlinks it from both neighbours, in constant time. Nobody walks the line.")
                .svg();
    }

    /** The queue that asks what its head needs. */
    private static String grant() {
        Drawing drawing = new Drawing(760, 230,
                "A semaphore's line: the head says what it needs, and the state says whether it is there");
        drawing.box("frame", 20, 60, 150, 70).text("bold", 95, 82, "state").text("code", 95, 106, "3 permits");
        String[][] cells = {{"done", "RESUMED"}, {"wait", "Waiter(5)"}, {"wait", "Waiter(1)"}, {"gone", "CANCELLED"},
                {"", "null"}};
        for (int index = 0; index < cells.length; index++) {
            drawing.cell(cells[index][0], 240 + index * 102, 77, 94, 36, cells[index][1]);
        }
        return drawing.arrow("accent", "M389,70 C360,30 180,26 120,54")
                .text("soft", 260, 24, "grant(): are there five?")
                .text("bold", 389, 136, "head")
                .text("soft", 440, 160, "Waiter(1) could go on, and does not: who came first is first.")
                .text("soft", 380, 188,
                        "Whoever changes something that could let the head go on calls grant(): a release, an entry, an abort.")
                .text("soft", 380, 210,
                        "In a barging queue the head is only woken, and competes; once it was passed often enough nobody else may pass.")
                .svg();
    }
}
