import { expect, test } from "vitest";
import { drawMermaid } from "../../src/markdown/mermaid/index.ts";

test("a flowchart is boxes with arrows, each node drawn once", () => {
  const source = `graph LR
  A[Prompt] --> B{Tool?}
  B -->|yes| C["Run <br/> it"]
  B -- no --> D(Answer)
  C --> B`;
  expect(drawMermaid(source, 60)).toEqual([
    "┌────────┐",
    "│ Prompt │",
    "└┬───────┘",
    " │    ┌───────┐",
    " └──▶ │ Tool? │",
    "      └┬──────┘",
    "       │         ┌────────┐",
    "       ├─ yes ─▶ │ Run it │",
    "       │         └┬───────┘",
    "       │          └──▶ Tool? ↑",
    "       │        ┌────────┐",
    "       └─ no ─▶ │ Answer │",
    "                └────────┘",
  ]);
});

test("chains, groups, dotted and thick arrows", () => {
  expect(drawMermaid("flowchart TD;a-->b & c;b-.->d;c==>d", 60)?.join("\n")).toMatchInlineSnapshot(`
    "┌───┐
    │ a │
    └┬──┘
     │    ┌───┐
     ├──▶ │ b │
     │    └┬──┘
     │     │    ┌───┐
     │     └──▶ │ d │
     │          └───┘
     │    ┌───┐
     └──▶ │ c │
          └┬──┘
           └──▶ d ↑"
  `);
});

test("a sequence diagram is a line per message", () => {
  const source = `sequenceDiagram
  participant U as User
  U->>Tau: prompt
  loop until done
  Tau-->>U: answer
  end
  Note over U: happy`;
  expect(drawMermaid(source, 60)).toEqual([
    "User ──▶ Tau: prompt",
    "[loop until done]",
    "Tau ┄┄▶ User: answer",
    "  (happy)",
  ]);
});

test("what is not understood or does not fit is left to the source", () => {
  expect(drawMermaid("pie\n a: 1", 60)).toBeUndefined();
  expect(drawMermaid("graph TD\n A ??? B", 60)).toBeUndefined();
  expect(drawMermaid("graph TD\n A[a very long label]", 10)).toBeUndefined();
  expect(drawMermaid("", 60)).toBeUndefined();
});

test("a circle and a long chain end", () => {
  expect(drawMermaid("graph TD\na-->b\nb-->a", 60)?.at(-1)).toBe("       └──▶ a ↑");
  const chain = Array.from({ length: 200 }, (_, index) => `n${index}-->n${index + 1}`).join("\n");
  expect(drawMermaid(`graph TD\n${chain}`, 10_000)).toBeDefined();
});
