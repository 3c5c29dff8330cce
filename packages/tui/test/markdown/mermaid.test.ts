import { expect, test } from "vitest";
import { drawMermaid } from "../../src/markdown/mermaid/index.ts";
import { parseFlowchart } from "../../src/markdown/mermaid/parse-flowchart.ts";

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
    " │",
    " ▼",
    "┌───────┐",
    "│ Tool? │",
    "└┬──────┘",
    " │         ┌────────┐",
    " ├─ yes ─▶ │ Run it │",
    " │         └┬───────┘",
    " │          └──▶ Tool? ↑",
    " │        ┌────────┐",
    " └─ no ─▶ │ Answer │",
    "          └────────┘",
  ]);
});

test("labels on a circle, in quotes, with brackets in them", () => {
  const source = `flowchart TD
  A["User: types (x)"] -->|"run()"| B["Agent [loop]"]
  B -- done: 100% --> A
  A ~~~ B`;
  expect(drawMermaid(source, 60)).toEqual([
    "┌─────────────────┐",
    "│ User: types (x) │",
    "└┬────────────────┘",
    " │ run()",
    " ▼",
    "┌──────────────┐",
    "│ Agent [loop] │",
    "└┬─────────────┘",
    " └─ done: 100% ─▶ User: types (x) ↑",
  ]);
});

test("a chart that is too wide is the list of its arrows", () => {
  const source = "graph LR\nA[first] -->|one| B[second]\nA -->|two| C[third]\nC --> D[fourth]\nC -->|back| A";
  expect(drawMermaid(source, 24)).toEqual([
    "first ─ one ─▶ second",
    "first ─ two ─▶ third",
    "third ──▶ fourth",
    "third ─ back ─▶ first",
  ]);
});

test.each([
  "A --- B",
  "A---B",
  "A <--> B",
  "A --x B",
  "A --o B",
  "A -.- B",
  "A ----> B",
  "A --yes--> B",
  "A ---|yes| B",
  "A([x]) --> B[[y]]",
  "A(((x))) --> B[(y)]",
  "A>x] --> B[/y/]",
  "A@{ shape: rect } --> B:::loud",
])("%s is two nodes and an arrow", (line) => {
  expect(parseFlowchart(`graph TD\n${line}`)).toMatchObject({ edges: [{ from: "A", to: "B" }] });
});

test("chains, groups, dotted and thick arrows", () => {
  expect(drawMermaid("flowchart TD;a-->b & c;b-.->d;c==>d", 60)?.join("\n")).toMatchInlineSnapshot(`
    "┌───┐
    │ a │
    └┬──┘
     │    ┌───┐
     ├──▶ │ b │
     │    └┬──┘
     │     │
     │     ▼
     │    ┌───┐
     │    │ d │
     │    └───┘
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

test("a state diagram is drawn like a flowchart, with marks for its start and its end", () => {
  const source = `stateDiagram-v2
  %% a comment
  [*] --> Idle
  state "Doing things" as Busy
  Idle --> Busy : prompt
  Busy --> [*]`;
  expect(drawMermaid(source, 60)).toEqual([
    "┌───┐",
    "│ ● │",
    "└┬──┘",
    " │",
    " ▼",
    "┌──────┐",
    "│ Idle │",
    "└┬─────┘",
    " │ prompt",
    " ▼",
    "┌──────────────┐",
    "│ Doing things │",
    "└┬─────────────┘",
    " │",
    " ▼",
    "┌───┐",
    "│ ◉ │",
    "└───┘",
  ]);
});

test("a pie is bars", () => {
  expect(drawMermaid('pie title Pets\n "Dogs" : 30\n "Rats" : 10', 60)).toEqual([
    "Pets",
    "Dogs ███████████████░░░░░ 75 %",
    "Rats █████░░░░░░░░░░░░░░░ 25 %",
  ]);
});

test("a class diagram is boxes with their members, and its relations", () => {
  const source = `classDiagram
  class Animal {
    +int age
    +eat() void
  }
  Animal <|-- Duck : is
  Duck : +quack()`;
  expect(drawMermaid(source, 60)).toEqual([
    "┌─────────────┐",
    "│ Animal      │",
    "├─────────────┤",
    "│ +int age    │",
    "│ +eat() void │",
    "└─────────────┘",
    "┌──────────┐",
    "│ Duck     │",
    "├──────────┤",
    "│ +quack() │",
    "└──────────┘",
    "Animal <|-- Duck: is",
  ]);
});

test("what is not understood or does not fit is left to the source", () => {
  expect(drawMermaid("pie\n a: 1", 60)).toBeUndefined();
  expect(drawMermaid("graph TD\n A ??? B", 60)).toBeUndefined();
  expect(drawMermaid("graph TD\n A[a very long label]", 10)).toBeUndefined();
  expect(drawMermaid("gantt\n title x", 60)).toBeUndefined();
  expect(drawMermaid("stateDiagram\n A ??? B", 60)).toBeUndefined();
  expect(drawMermaid("classDiagram\n A ??? B", 60)).toBeUndefined();
  expect(drawMermaid("", 60)).toBeUndefined();
});

test("a circle and a long chain end", () => {
  expect(drawMermaid("graph TD\na-->b\nb-->a", 60)?.at(-1)).toBe(" └──▶ a ↑");
  const chain = Array.from({ length: 200 }, (_, index) => `n${index}-->n${index + 1}`).join("\n");
  expect(drawMermaid(`graph TD\n${chain}`, 8)).toHaveLength(201 * 3 + 200 * 2);
});
