import { type Component, Container } from "@tau/tui";
import { expect, test } from "vitest";
import { DialogVoice } from "../../../../src/modes/interactive/plain/dialog-voice.ts";
import { LinearFlow } from "../../../../src/modes/interactive/plain/linear-flow.ts";
import type { SpokenView } from "../../../../src/modes/interactive/plain/spoken-view.ts";

function view(rows: string[], said: Partial<SpokenView> = {}): SpokenView & { rows: string[] } {
  return { rows, render: () => rows, invalidate: () => undefined, ...said } as SpokenView & { rows: string[] };
}

test("each line is read once, and a view says who speaks and how it ended", () => {
  const container = new Container();
  const flow = new LinearFlow(container);
  container.addChild(view(["", " hello", " there"], { speaker: "You" }));
  expect(flow.read(40)).toEqual(["You: hello", "there"]);
  container.addChild(view([" $ ls"], { speaker: "Tool", outcome: "Tool done." }));
  expect(flow.read(40)).toEqual(["Tool: $ ls", "Tool done."]);
  expect(flow.read(40)).toEqual([]);
});

test("a view that grows is read by paragraphs, and nothing behind it before its end", () => {
  const container = new Container();
  const flow = new LinearFlow(container);
  const rows = ["", " One para", ""];
  const answer = { ...view(rows), isLive: true, speaker: "Tau" };
  container.addChild(answer);
  container.addChild(view([" later"]));
  expect(flow.read(40)).toEqual(["Tau: One para"]);
  rows.push(" Another gr");
  expect(flow.read(40)).toEqual([]);
  rows[3] = " Another grown";
  answer.isLive = false;
  expect(flow.read(40)).toEqual(["Another grown", "later"]);
});

test("another conversation is read from its start", () => {
  const container = new Container();
  const flow = new LinearFlow(container);
  container.addChild(view([" old"]));
  flow.read(40);
  container.clear();
  container.addChild(view([" new"]));
  expect(flow.read(40)).toEqual(["new"]);
});

test("a dialog is read out once without its frame, and then where the selection went", () => {
  let rows = ["╭─ Theme ──╮", "│ › search │", "│ → dark   │", "│   light  │", "╰──────────╯"];
  const dialog: Component = { render: () => rows, invalidate: () => undefined };
  const voice = new DialogVoice();
  expect(voice.read(dialog, 12)).toEqual(["Theme", "› search", "→ dark", "light"]);
  rows = ["╭─ Theme ──╮", "│ › search │", "│   dark   │", "│ → light  │", "╰──────────╯"];
  expect(voice.read(dialog, 12)).toEqual(["→ light"]);
  expect(voice.read(dialog, 12)).toEqual([]);
  expect([voice.close(), voice.close()]).toEqual([true, false]);
});
