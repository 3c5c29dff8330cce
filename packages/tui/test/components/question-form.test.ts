import { describe, expect, test } from "vitest";
import { questionFormTheme } from "../../gallery/theme.ts";
import { type FormAnswer, type FormQuestion, QuestionForm, stripTerminalSequences } from "../../src/index.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";
const ENTER = "\r";
const SPACE = " ";

const one: FormQuestion = { id: "one", question: "Which?", options: [{ label: "a" }, { label: "b" }] };
const several: FormQuestion = { id: "several", question: "Which ones?", options: one.options, multi: true };

function open(questions: readonly FormQuestion[], maxRows = 20) {
  const form = new QuestionForm(questions, maxRows, questionFormTheme);
  const events: unknown[] = [];
  form.onSubmit = (answers: FormAnswer[]) => events.push(answers);
  form.onCancel = () => events.push("cancel");
  form.onOther = ({ id }, typed) => events.push(`other ${id} ${typed}`);
  const press = (...keys: string[]) => {
    for (const key of keys) form.handleInput(key);
  };
  const lines = (width = 40) => form.render(width).map((line) => stripTerminalSequences(line).trimEnd());
  return { form, events, press, lines };
}

describe("one question", () => {
  test("Enter chooses, Escape cancels, the cursor begins where it is told and goes round", () => {
    const { events, press, lines } = open([{ ...one, initial: 1 }]);
    expect(lines()).toEqual(["Which?", "  a", "→ b"]);
    press(ENTER, DOWN, ENTER, UP, SPACE, "\x1b");
    expect(events).toEqual([[{ selected: [1] }], [{ selected: [0] }], [{ selected: [1] }], "cancel"]);
  });

  test("a place to begin that does not exist is the first", () => {
    expect(open([{ ...one, initial: 7 }]).lines()[1]).toBe("→ a");
  });

  test("a question that is longer than the form leaves room for the answers", () => {
    const long = { ...one, question: "word ".repeat(200), otherLabel: "Other" };
    const { lines } = open([long], 8);
    expect(lines()).toHaveLength(8);
    expect(lines().slice(4)).toEqual(["…", "→ a", "  b", "  Other"]);
  });

  test("typing begins an answer of the user's own, where there may be one", () => {
    const asked = open([{ ...one, otherLabel: "Other" }]);
    asked.press("y", "\x1b[A", "\x01");
    expect(asked.events).toEqual(["other one y"]);
    asked.form.setOther("yes");
    expect(asked.events[1]).toEqual([{ selected: [], other: "yes" }]);
    const closed = open([one]);
    closed.press("y", ENTER);
    expect(closed.events).toEqual([[{ selected: [0] }]]);
  });

  test("several options are checked one by one and keep the order of checking", () => {
    const { events, press, lines } = open([several]);
    press(DOWN, SPACE, UP, ENTER);
    expect(lines()).toEqual(["Which ones?", "→ [x] a", "  [x] b", "  Done selecting"]);
    press(UP, ENTER);
    expect(events).toEqual([[{ selected: [1, 0] }]]);
  });

  test("none of several is an answer too, and a check can be taken back", () => {
    const { events, press } = open([several]);
    press(SPACE, SPACE, UP, ENTER);
    expect(events).toEqual([[{ selected: [] }]]);
  });

  test("a text of the user's own takes the place of an option, and an empty one is none", () => {
    const { form, events, press, lines } = open([{ ...one, otherLabel: "Other" }]);
    press(UP, ENTER);
    form.setOther(undefined);
    form.setOther("  ");
    expect(events).toEqual(["other one undefined"]);
    form.setOther("c\x1b[2J\nd");
    expect(events[1]).toEqual([{ selected: [], other: "c\x1b[2J\nd" }]);
    expect(lines().at(-1)).toBe("→ Other: c d ✓");
  });

  test("beside several options a text can be typed", () => {
    const { form, events, press } = open([{ ...several, otherLabel: "Other" }]);
    press(SPACE, UP, UP, ENTER);
    form.setOther("c");
    press(DOWN, ENTER);
    expect(events).toEqual(["other several undefined", [{ selected: [0], other: "c" }]]);
  });
});

describe("several questions", () => {
  test("each choice leads on, left and right go back and forth, and choices are kept", () => {
    const { events, press, lines } = open([one, { ...one, id: "two" }]);
    press(DOWN, ENTER);
    expect(lines()[0]).toBe("✓ one │ two");
    press(LEFT);
    expect(lines()).toEqual(["✓ one │ two", "Which?", "  a", "→ b ✓"]);
    press(RIGHT, ENTER);
    expect(events).toEqual([[{ selected: [1] }, { selected: [0] }]]);
  });

  test("a question that was passed by is asked before all is given", () => {
    const { events, press, lines } = open([one, { ...one, id: "two" }]);
    press(RIGHT, ENTER);
    expect(events).toEqual([]);
    expect(lines()[0]).toBe("one │ ✓ two");
    press(ENTER, ENTER);
    expect(events).toEqual([[{ selected: [0] }, { selected: [0] }]]);
  });

  test("only the last has a row that ends it", () => {
    const { events, press, lines } = open([several, { ...several, id: "more" }]);
    expect(lines().join()).not.toContain("Done selecting");
    press(SPACE, RIGHT, UP, ENTER);
    expect(events).toEqual([[{ selected: [0] }, { selected: [] }]]);
  });
});

test("long options are wrapped, and the selected one stays in sight on a low terminal", () => {
  const options = Array.from({ length: 8 }, (_, index) => ({ label: `option ${index} ${"word ".repeat(8)}` }));
  const { press, lines } = open([{ id: "long", question: "Which?", options }], 8);
  for (let index = 0; index < options.length; index++) {
    expect(lines(20)).toHaveLength(8);
    expect(lines(20).some((line) => line.startsWith(`→ option ${index}`))).toBe(true);
    expect(lines(20).at(-1)).toBe(`  (${index + 1}/8)`);
    press(DOWN);
  }
});

test("no questions draw nothing and take keys in silence", () => {
  const { events, press, lines } = open([]);
  press(ENTER, UP, RIGHT, SPACE);
  expect(lines()).toEqual([]);
  expect(events).toEqual([]);
});
