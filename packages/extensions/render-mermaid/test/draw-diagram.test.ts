import { expect, test } from "vitest";
import { drawDiagram } from "../draw-diagram.ts";

const CHART = "flowchart TD\n  A[Start] --> B{Ready?}\n  B -- yes --> C[Go]\n  B -- no --> A";

test("R282: a flowchart becomes text, with lines or with plain characters", () => {
  const drawing = drawDiagram(CHART);
  expect(drawing).toContain("│ Start │");
  expect(drawing).toMatch(/─ yes ─▶/);
  const plain = drawDiagram(CHART, { useAscii: true });
  expect(plain).toContain("| Start |");
  expect(plain).toMatch(/- yes ->/);
  expect(plain).not.toMatch(/[^\x20-\x7e\n]/);
  expect(plain.split("\n")).toHaveLength(drawing.split("\n").length);
});

test("letters beyond ASCII stay what they are", () => {
  expect(drawDiagram("flowchart TD\n  A[Größe ✓] --> B", { useAscii: true })).toContain("| Größe ✓ |");
});

test("space is added as asked for; what is no whole number of cells is made one", () => {
  const rows = (paddingY: number) => drawDiagram("flowchart TD\n A --> B", { paddingY }).split("\n").length;
  expect([rows(2), rows(2.9), rows(-3), rows(1e9)]).toEqual([rows(0) + 2, rows(0) + 2, rows(0), rows(0) + 40]);
  expect(drawDiagram("flowchart TD\n A --> B", { boxBorderPadding: 3 })).toContain("│   A   │");
  expect(drawDiagram("flowchart TD\n A --> B", { boxBorderPadding: 0 })).toContain("│A│");
  expect(drawDiagram(CHART, { paddingX: 2 })).toMatch(/─ yes ───▶/);
});

test.each(["", "hello", "flowchart TD\n  A[Start --> B", "gantt\n title x", `flowchart TD\n ${"A".repeat(500)} --> B`])(
  "R282: %j is an error",
  (source) => {
    expect(() => drawDiagram(source)).toThrow("The diagram cannot be drawn");
  },
);

test("other kinds of diagrams are drawn, too", () => {
  expect(drawDiagram("sequenceDiagram\n  Ann->>Bob: hi", { useAscii: true })).toBe("Ann --> Bob: hi");
  expect(drawDiagram('pie\n  "cats" : 3\n  "dogs" : 1')).toContain("cats");
});
