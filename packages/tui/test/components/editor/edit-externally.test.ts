import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Editor, editExternally } from "../../../src/index.ts";
import { StillScreen } from "../../still-screen.ts";
import { editorTheme } from "../../themes.ts";

let folder = "";
let program = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-editor-"));
  program = join(folder, "editor.mjs");
  await writeFile(
    program,
    `import { appendFileSync } from "node:fs";
const [mode, file] = process.argv.slice(2);
if (mode === "fail") process.exit(3);
appendFileSync(file, " and more\\n");`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

class OpenScreen extends StillScreen {
  readonly events: string[] = [];

  start(): void {
    this.events.push("start");
  }

  stop(): void {
    this.events.push("stop");
  }
}

async function edit(command: string) {
  const screen = new OpenScreen();
  const editor = new Editor(screen.tui, editorTheme);
  editor.setText("text");
  const outcome = await editExternally(editor, screen.tui, { command });
  return { outcome, text: editor.getText(), events: screen.events };
}

test("the text comes back changed, and the screen is given up meanwhile", async () => {
  expect(await edit(`${process.execPath} ${program} append`)).toEqual({
    outcome: "edited",
    text: "text and more",
    events: ["stop", "start"],
  });
});

test("the command is a line for the shell: what is quoted stays together", async () => {
  const { outcome, text } = await edit(`"${process.execPath}" '${program}' "app"end`);
  expect([outcome, text]).toEqual(["edited", "text and more"]);
});

test("an editor that fails or is missing leaves the text and the screen as they were", async () => {
  expect(await edit(`${process.execPath} ${program} fail`)).toEqual({
    outcome: "failed",
    text: "text",
    events: ["stop", "start"],
  });
  expect(await edit(join(folder, "missing"))).toEqual({
    outcome: "unavailable",
    text: "text",
    events: ["stop", "start"],
  });
  expect(await edit(" ")).toEqual({ outcome: "unavailable", text: "text", events: [] });
});
