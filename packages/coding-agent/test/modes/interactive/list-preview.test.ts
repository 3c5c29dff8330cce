import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import type { ExtensionAPI, ListRow } from "../../../src/index.ts";

test("a preview stays on the screen until the new one is read", async () => {
  const rows: ListRow[] = [{ id: "1", label: "the row" }];
  const reads: ((text: string) => void)[] = [];
  const show = (pi: ExtensionAPI) => {
    pi.registerCommand("show", {
      handler: async (_args, { ui }) => {
        const preview = () => new Promise<string>((resolve) => void reads.push(resolve));
        const list = ui.list({ title: "Rows", rows, preview, readOnly: true });
        update = () => list.update(rows);
        await list.closed;
      },
    });
  };
  let update: () => void = () => undefined;
  await using harness = await createExtensionHarness({ extensions: [show], mode: "tui", columns: 100 });
  const { terminal } = harness;
  terminal.press(..."/show", "enter");
  await terminal.window.waitForText(/the row\s+│ …/);
  reads.shift()?.("first text");
  await terminal.window.waitForText(/the row\s+│ first text/);
  update();
  await expect.poll(() => reads.length).toBe(1);
  expect(terminal.window.screen().join("\n")).toMatch(/the row\s+│ first text/);
  reads.shift()?.("second text");
  await terminal.window.waitForText(/the row\s+│ second text/);
  expect(reads).toEqual([]);
  expect(harness.errors).toEqual([]);
});

test("the frame names the row of a page once the first line is out of sight", async () => {
  const rows: ListRow[] = [
    { id: "1", label: "a row with a long name" },
    { id: "2", label: "a second row, whose name is too long" },
  ];
  const details = () => Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join("\n");
  const show = (pi: ExtensionAPI) =>
    pi.registerCommand("show", { handler: async (_args, { ui }) => void ui.list({ title: "Rows", rows, details }) });
  await using harness = await createExtensionHarness({ extensions: [show], mode: "tui", columns: 40, rows: 20 });
  const { window } = harness.terminal;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await window.waitForText(seen);
  };
  await press(/╭─ Rows ─+╮\n│ → a row/, ..."/show", "enter");
  await press(/╭─ Rows ─+╮\n│ a row with a long name +█ │\n│ line 1 /, "enter");
  await press(/╭─ Rows: a row with a long name ─+╮\n│ line 1 /, "down");
  await press(/╭─ Rows ─+╮\n│ a row with a long name/, "up");
  await press(/→ a second row/, "escape", "down");
  await press(/│ line 1 /, "enter");
  await press(/╭─ a second row, whose name is too l… ─+╮/, "down", "down");
  expect(harness.errors).toEqual([]);
});

test("an empty list shows its whole sentence, and no keys for rows", async () => {
  const empty =
    "Nothing is available for this folder. The page docs/example.md of the manual lists what is recognised.";
  const show = (pi: ExtensionAPI) => {
    pi.registerCommand("show", {
      handler: async (_args, { ui }) => {
        const columns = [{ title: "name" }, { title: "state" }];
        await ui.list({ title: "Rows", rows: [], columns, empty, preview: () => "text", details: () => "text" }).closed;
      },
    });
  };
  await using harness = await createExtensionHarness({ extensions: [show], mode: "tui", columns: 80 });
  const { terminal } = harness;
  terminal.press(..."/show", "enter");
  await terminal.window.waitForText(/esc close/);
  const text = terminal.window.text().replace(/[│\s]+/g, " ");
  expect(text).toContain(empty);
  expect(text).not.toMatch(/move|details/);
});
