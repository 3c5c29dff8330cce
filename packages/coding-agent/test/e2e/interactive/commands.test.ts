import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { repositoryRoot, type TextPattern, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { slashCommands } from "../../../src/modes/interactive/commands/index.ts";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { openTau, type TauOnTerminal } from "./open-tau.ts";

interface Scene extends ScriptedSetup {
  readonly tau: TauOnTerminal;
}

/** The first words of the last change. Marks of Markdown are not shown. */
const LAST_NEWS = readFileSync(join(repositoryRoot, "CHANGELOG.md"), "utf8")
  .split("\n- ")
  .at(-1)
  ?.replace(/[`*]/g, "")
  .slice(0, 30);

type Effect = (scene: Scene) => Promise<void>;

/** What each command does, seen on the screen or on the disk, in one conversation from top to bottom. */
const effects: Readonly<Record<string, Effect>> = {
  help: says("/help", /\/hotkeys +Show what the keys do/),
  hotkeys: says("/hotkeys", /esc, ctrl\+c +Cancel/),
  changelog: says("/changelog", ` - ${LAST_NEWS}`),
  session: says("/session", /Prompts +1/),
  name: says("/name red house", 'The session is called "red house".'),
  extensions: says("/extensions", /titles +on · Names sessions/),
  diff: says("/diff", "The last run changed no file."),
  undo: says("/undo", /Undone; \/redo does it again\. No file had to change\.[\s\S]*─\n ?first prompt/),
  redo: async ({ tau }) => {
    tau.press("ctrl+c");
    tau.send("/redo\r");
    await tau.waitForText("Done again. No file had to change.");
  },
  copy: async ({ tau }) => {
    tau.send("/copy\r");
    await tau.waitForText("Copied the last answer");
    expect(tau.output()).toContain(`\x1b]52;c;${Buffer.from("Answer 1.").toString("base64")}`);
  },
  export: async ({ tau, workspace }) => {
    tau.send("/export talk.md\r");
    await tau.waitForText("talk.md");
    await tau.waitForText("Written to");
    expect(await workspace.read("talk.md")).toContain("Answer 1.");
  },
  debug: async ({ tau, workspace }) => {
    tau.send("/debug system\r");
    await tau.waitForText(/Node|node/);
    tau.send("/debug dump\r");
    await tau.waitForText(/tau-report-[\s\S]*review it before you share it/);
    const logs = join(workspace.tauHome, "logs");
    const [report = ""] = (await readdir(logs)).filter((name) => name.endsWith(".tar.gz"));
    const archive = gunzipSync(await readFile(join(logs, report))).toString("latin1");
    expect(archive).toContain("system.txt");
    expect(archive).toContain("first prompt");
  },
  tools: async ({ tau }) => {
    tau.send("/tools\r");
    await tau.waitForText(/read +declared · \d+ tokens/);
    await tau.waitForText(/calc +findable · \d+ tokens/);
    tau.press("down", "enter");
    await tau.waitForText(/bash +off · \d+ tokens/);
    tau.press("enter");
    await tau.waitForText(/bash +declared · \d+ tokens/);
    tau.press("escape");
    await tau.waitForText((screen) => !screen.includes("Tools of this session"));
  },
  trust: async ({ tau, workspace }) => {
    tau.send("/trust\r");
    await tau.waitForText("are used only where");
    tau.press("enter");
    await tau.waitForText(/takes\s+effect\s+at\s+the\s+next\s+start/);
    expect(await readFile(join(workspace.tauHome, "trust.json"), "utf8")).toContain(workspace.cwd);
  },
  settings: async ({ tau, workspace }) => {
    tau.send("/settings\r");
    await tau.waitForText("╭─ Settings");
    tau.send("hidethink");
    await tau.waitForText(/→ Show thinking +on/);
    tau.press("enter");
    await tau.waitForText(/→ Show thinking +off/);
    await closed(tau);
    expect(await readFile(join(workspace.tauHome, "settings.json"), "utf8")).toContain('"hideThinkingBlock": true');
  },
  theme: async ({ tau, workspace }) => {
    tau.send("/theme paper\r");
    await tau.waitForText((screen) => !screen.includes("╭─ Theme"));
    await saved(workspace, '"theme": "paper"');
  },
  reload: async ({ tau, workspace }) => {
    await workspace.configure("keybindings.json", { "app.model.select": "f2" });
    tau.send("/reload\r");
    await tau.waitForText("Everything was reloaded.");
    tau.send("\x1bOQ");
    await tau.waitForText("╭─ Model");
    await closed(tau);
  },
  model: async ({ tau }) => {
    tau.send("/model scripted/small\r");
    await tau.waitForText("Model: scripted/small");
  },
  thinking: async ({ tau }) => {
    tau.send("/thinking low\r");
    await tau.waitForText(/scripted\/small · low/);
  },
  permissions: async ({ tau }) => {
    tau.send("/permissions auto\r");
    await tau.waitForText("auto mode");
    tau.send("/permissions nonsense\r");
    await tau.waitForText('There is no permission mode "nonsense".');
    tau.send("/permissions yolo\r");
    await tau.waitForText((screen) => !screen.includes("auto mode"));
  },
  "scoped-models": async ({ tau, workspace }) => {
    tau.send("/scoped-models\r");
    await tau.waitForText("goes through");
    tau.send("\x01\x13");
    await tau.waitForText((screen) => !screen.includes("goes through"));
    await saved(workspace, '"scripted/model"');
  },
  login: async ({ tau, workspace }) => {
    tau.send("/login mistral\r");
    await tau.waitForText("Key for Mistral");
    tau.send("secret-key-of-the-test\r");
    await tau.waitForText("Mistral is connected.");
    expect(tau.output()).not.toContain("secret-key");
    expect(await readFile(join(workspace.tauHome, "auth.json"), "utf8")).toContain("secret-key-of-the-test");
  },
  logout: async ({ tau, workspace }) => {
    tau.send("/logout mistral\r");
    await tau.waitForText("Forgot the credentials of Mistral");
    expect(await readFile(join(workspace.tauHome, "auth.json"), "utf8")).not.toContain("secret-key-of-the-test");
  },
  jobs: async ({ tau }) => {
    tau.send("!sleep 4242 & echo away\r");
    await tau.waitForText("1 job");
    tau.send("/jobs\r");
    await tau.waitForText(/▸ sleep 4242/);
    tau.send("x");
    await tau.waitForText("Nothing runs in the background.");
    await closed(tau);
    await tau.waitForText((screen) => !screen.includes("1 job"));
  },
  tree: async ({ tau }) => {
    tau.send("/tree\r");
    await tau.waitForText(/Answer 1\.[\s\S]*→.*! sleep 4242/);
    await closed(tau);
  },
  clone: says("/clone", "This is a copy."),
  compact: says("/compact", "There is nothing to compact yet."),
  fork: async ({ tau }) => {
    tau.send("/fork\r");
    await tau.waitForText("Fork before which prompt?");
    tau.press("enter");
    await tau.waitForText(/─\n *first prompt *\n─/);
    tau.send("\x15");
    await tau.waitForText((screen) => !/─\n *first prompt *\n─/.test(screen));
  },
  "add-dir": says("/add-dir", "The model works in "),
  branch: says("/branch", "There is no prompt to fork from yet."),
  handoff: async ({ tau }) => {
    tau.send("second prompt\r");
    await tau.waitForText("Answer 2.");
    tau.send("/handoff\r");
    await tau.waitForText("New session started with handoff context");
  },
  new: says("/new", "A new session."),
  resume: async ({ tau }) => {
    tau.send("/resume\r");
    await tau.waitForText("╭─ Sessions");
    tau.send("red house");
    await tau.waitForText(/→ red house/);
    tau.press("enter");
    await tau.waitForText((screen) => screen.includes("Answer 1.") && !screen.includes("╭─ Sessions"));
  },
  import: async ({ tau, workspace }) => {
    const [file = ""] = (await filesOf(workspace, ".tau/sessions")).filter((name) => name.endsWith(".jsonl"));
    const copy = join(workspace.cwd, "copy.jsonl");
    const text = await readFile(join(workspace.home, ".tau/sessions", file), "utf8");
    const other = text.replace(/"id":"[^"]+"/, '"id":"0190a0a0-0000-7000-8000-000000000001"');
    await writeFile(copy, other.replaceAll("Answer ", "Imported answer "));
    tau.send("/import copy.jsonl\r");
    await tau.waitForText("Imported answer ");
    tau.send("/session\r");
    await tau.waitForText("copy.jsonl");
  },
  quit: async ({ tau }) => {
    tau.send("/quit\r");
    expect((await tau.exited).exitCode).toBe(0);
    await tau.terminal.settled();
    expect(tau.terminal.text()).toContain("Continue with: tau");
  },
};

test("every command does what it says", async () => {
  let count = 0;
  await using setup = await withScriptedModel(({ tools }) =>
    // Requests without tools are for titles and the like.
    tools.length === 0 ? { text: "A title" } : { text: `Answer ${++count}.` },
  );
  const { server, workspace } = setup;
  const limits = { contextWindow: 100_000, maxTokens: 8_000 };
  const models = [
    { id: "model", ...limits },
    { id: "small", reasoning: true, ...limits },
  ];
  const provider = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "test-key", models };
  await workspace.configure("models.json", { providers: { scripted: provider } });
  await using tau = await openTau(workspace, { columns: 100, rows: 40 });
  tau.send("first prompt\r");
  await tau.waitForText("Answer 1.");
  const scene: Scene = { ...setup, tau };
  for (const effect of Object.values(effects)) await effect(scene);
});

test("no command is without a scene", () => {
  expect(slashCommands.map(({ name }) => name).sort()).toEqual(Object.keys(effects).sort());
});

function says(command: string, pattern: TextPattern): Effect {
  return async ({ tau }) => {
    tau.send(`${command}\r`);
    await tau.waitForText(pattern);
  };
}

async function closed(tau: TauOnTerminal): Promise<void> {
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╰──"));
}

/** Settings are written behind the screen. */
async function saved({ tauHome }: Workspace, text: string): Promise<void> {
  await expect.poll(() => readFile(join(tauHome, "settings.json"), "utf8")).toContain(text);
}

async function filesOf({ home }: Workspace, folder: string): Promise<string[]> {
  return await readdir(join(home, folder), { recursive: true });
}
