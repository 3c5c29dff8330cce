import { chmod, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { expect, test } from "vitest";
import { slashCommands } from "../../../src/modes/interactive/commands/index.ts";
import { startOAuthServer } from "../../support/oauth-server.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { leave, openTau, type TauOnTerminal } from "./open-tau.ts";
import { sessionsOf, talkElsewhere } from "./sessions-of.ts";

const SIZES = [
  [80, 24],
  [120, 40],
  [40, 15],
] as const;

interface Dialog {
  /** The file that opens it, below `modes/interactive`. */
  readonly from: string;
  /** What is typed, and what is seen then, until it is open. */
  readonly steps: readonly (readonly [keys: string, seen: RegExp])[];
}

const UP = "\x1b[A";
const DOWN = "\x1b[B";
/** The frame is drawn to its end. */
const OPEN = /╰─+╯/;
const SESSIONS = ["/resume\r", /ago|just now/] as const;

/** Every question that is asked over a conversation. */
const DIALOGS: Readonly<Record<string, Dialog>> = {
  model: { from: "overlays/model-selector.ts", steps: [["/model\r", OPEN]] },
  thinking: { from: "commands/thinking.ts", steps: [["/thinking\r", OPEN]] },
  permissions: { from: "commands/permissions.ts", steps: [["/permissions\r", OPEN]] },
  theme: { from: "overlays/theme-selector.ts", steps: [["/theme\r", OPEN]] },
  settings: { from: "overlays/settings/edit-settings.ts", steps: [["/settings\r", OPEN]] },
  "settings-choice": {
    from: "overlays/settings/edit-settings.ts",
    steps: [
      ["/settings\r", OPEN],
      ["permissionmode", /→ Permissions/],
      ["\r", /╭─ Permissions/],
    ],
  },
  "settings-text": {
    from: "overlays/settings/edit-settings.ts",
    steps: [
      ["/settings\r", OPEN],
      ["basedelay", /→ retry\.baseDelayMs/],
      ["\rx\r", /must be a number/],
    ],
  },
  tree: { from: "overlays/tree/navigate-tree.ts", steps: [["/tree\r", OPEN]] },
  "tree-label": {
    from: "overlays/tree/navigate-tree.ts",
    steps: [
      ["/tree\r", OPEN],
      ["L", /Label of this place/],
    ],
  },
  "tree-summary": {
    from: "overlays/tree/navigate-tree.ts",
    steps: [
      ["/tree\r", OPEN],
      [UP, /→• you/],
      ["\r", /Leave a summary/],
    ],
  },
  fork: { from: "commands/fork.ts", steps: [["/fork\r", OPEN]] },
  resume: { from: "overlays/session-selector.ts", steps: [SESSIONS] },
  "resume-rename": { from: "overlays/session-selector.ts", steps: [SESSIONS, ["\x12", /Name of the session/]] },
  "resume-delete": {
    from: "overlays/confirm.ts",
    steps: [
      ["/resume\r", /an older one/],
      [DOWN, /→ an older one/],
      ["\x04", /Delete it permanently/],
    ],
  },
  "scoped-models": { from: "overlays/scoped-models.ts", steps: [["/scoped-models\r", OPEN]] },
  login: { from: "overlays/login/login.ts", steps: [["/login\r", OPEN]] },
  logout: { from: "commands/logout.ts", steps: [["/logout\r", OPEN]] },
  tools: { from: "commands/tools.ts", steps: [["/tools\r", OPEN]] },
  trust: { from: "commands/trust.ts", steps: [["/trust\r", OPEN]] },
  debug: { from: "commands/debug.ts", steps: [["/debug\r", OPEN]] },
  "debug-clear-cache": { from: "debugging/debug-actions.ts", steps: [["/debug clear-cache\r", OPEN]] },
  history: { from: "editing/history/search-history.ts", steps: [["\x12", /Earlier prompts/]] },
  "extension-select": { from: "extension-ui/dialogs.ts", steps: [["/ask-select\r", OPEN]] },
  "extension-confirm": { from: "extension-ui/dialogs.ts", steps: [["/ask-confirm\r", OPEN]] },
  "extension-input": { from: "extension-ui/dialogs.ts", steps: [["/ask-input\r", OPEN]] },
  "extension-editor": { from: "extension-ui/dialogs.ts", steps: [["/ask-editor\r", OPEN]] },
  "extension-questions": { from: "extension-ui/question-dialog.ts", steps: [["/ask-all\r", OPEN]] },
  "extension-table": { from: "extension-ui/list-dialog.ts", steps: [["/ask-table\r", OPEN]] },
  "extension-preview": { from: "extension-ui/list-dialog.ts", steps: [["/ask-preview\r", /The text of the note/]] },
  "extension-diff": { from: "extension-ui/diff-dialog.ts", steps: [["/ask-diff\r", OPEN]] },
  "login-way": { from: "overlays/login/login.ts", steps: [["/login anthropic\r", /How to connect/]] },
  "login-key": { from: "overlays/login/store-key.ts", steps: [["/login openai\r", /Key for OpenAI/]] },
  "login-sign-in": {
    from: "overlays/login/sign-in.ts",
    steps: [
      ["/login github-copilot\r", /How to connect/],
      ["\r", /WXYZ-1234/],
    ],
  },
  exit: { from: "editing/submit.ts", steps: [["exit\r", OPEN]] },
  jobs: { from: "commands/jobs.ts", steps: [["/jobs\r", /Nothing runs in the background/]] },
};

/** Every question that is asked before there is a conversation, and what is seen of it. */
const AT_START: Readonly<Record<string, string>> = {
  "start-held": "sessions/held-session.ts",
  "start-folder-gone": "sessions/missing-folder.ts",
  "start-elsewhere": "sessions/session-elsewhere.ts",
  "start-trust": "trust/trust-prompt.ts",
  "start-trust-changed": "trust/trust-prompt.ts",
};

/** Questions in the middle of a run. */
const IN_RUN: Readonly<Record<string, string>> = { "permission-question": "overlays/permission-question.ts" };

/** Commands that ask nothing. */
const SILENT = [
  ...["help", "new", "name", "session", "branch", "clone", "compact", "handoff", "import", "export", "copy"],
  ...["reload", "hotkeys", "changelog", "quit", "extensions", "undo", "redo", "diff", "add-dir"],
];

/** What dialogs are made of, and who makes room for them. */
const PARTS = ["overlays/ask-text.ts", "overlays/choose.ts", "screen/screen.ts"];

/** Questions and answers about files that a run has changed. */
const OF_FILES: Readonly<Record<string, string>> = { "files-conflict": "sessions/put-back.ts" };

const ASKING = `export default function (pi) {
  const command = (name, ask) => pi.registerCommand(name, { handler: async (_args, ctx) => { await ask(ctx.ui); } });
  command("ask-select", (ui) => ui.select("Which fruit?", ["apple", "pear"], { timeout: 60_000 }));
  command("ask-confirm", (ui) => ui.confirm("Throw it away?", "It cannot be brought back."));
  command("ask-input", (ui) => ui.input("Your name", "Ada"));
  command("ask-all", (ui) => ui.ask([
    { id: "storage", question: "Where should the sessions of the program be kept?", recommended: 0, options: [
      { label: "SQLite", description: "One file, no server; queries are easy to write." },
      { label: "JSON lines", description: "Readable with any editor." }] },
    { id: "extras", question: "What else?", options: [{ label: "search" }, { label: "export" }], multi: true },
  ]));
  command("ask-table", (ui) => ui.list({
    title: "Jobs",
    columns: [{ title: "job" }, { title: "state" }, { title: "time", align: "right" }],
    rows: [
      { id: "1", label: "review the parser", cells: ["running", "1 min 3 s"], children: [
        { id: "2", label: "read the grammar", cells: ["done", "12 s"] },
        { id: "3", label: "write the tests", cells: ["running", "51 s"] }] },
      { id: "4", label: "update the manual", cells: ["waiting", ""] },
    ],
    details: (row) => row.label,
    keys: [{ key: "s", description: "stop", run: () => undefined }],
  }).closed);
  command("ask-preview", (ui) => ui.list({
    title: "Notes",
    search: true,
    rows: [{ id: "1", label: "shopping" }, { id: "2", label: "reading" }],
    preview: () => "The text of the note is shown beside it.",
  }).closed);
  command("ask-diff", (ui) => ui.diff({
    title: "server.ts",
    path: "server.ts",
    change: { before: "const port = 80;\\nlisten(port);\\n", after: "const port = 8080;\\nlisten(port);\\n" },
    actions: ["Apply", "Discard"],
  }));
  command("ask-editor", (ui) => ui.editor("Words for the log", "one line\\nand another"));
}
`;

test.each(SIZES)("every dialog opens over the conversation at %ix%i and goes with Escape", async (columns, rows) => {
  await using setup = await withScriptedModel(() => ({ text: "An answer." }));
  const { workspace } = setup;
  await workspace.configure("auth.json", { scripted: { type: "api_key", key: "stored" } });
  await chmod(join(workspace.tauHome, "auth.json"), 0o600);
  await addExtension(workspace, ASKING);
  await talk(await openTau(workspace), "an older one");
  await using vendor = await startOAuthServer({ user: "waits" });
  const env = {
    TAU_OAUTH_GITHUB_COPILOT_CLIENT_ID: "mine",
    TAU_OAUTH_GITHUB_COPILOT_DEVICE_URL: `${vendor.url}/device`,
    TAU_OAUTH_GITHUB_COPILOT_TOKEN_URL: `${vendor.url}/token`,
  };
  await using tau = await openTau(workspace, { columns, rows, env });
  tau.send("a question\r");
  await tau.waitForText("An answer.");
  for (const [name, { steps }] of Object.entries(DIALOGS)) {
    const before = tau.picture();
    for (const [keys, seen] of steps) {
      tau.send(keys);
      await tau.waitForText(seen);
    }
    await tau.waitForText(OPEN);
    await expect(tau.picture()).toMatchFileSnapshot(`snapshots/${name}.${columns}.txt`);
    await escapeAll(tau);
    if (steps.every(([, seen]) => seen === OPEN)) await tau.waitForText(() => tau.picture() === before);
  }
  expect(await leave(tau)).toBe(0);
});

test.each(SIZES)("the question about a command is whole at %ix%i", async (columns, rows) => {
  await using setup = await withScriptedModel(({ tools, body }) => {
    if (tools.length === 0) return { text: "A title" };
    if (JSON.stringify(body).includes("did not permit")) return { text: "Without it, then." };
    return { toolCalls: [{ name: "bash", arguments: { command: "cd src && npm run build && rm -rf dist" } }] };
  });
  const args = ["--permission-mode", "ask"];
  await using tau = await openTau(setup.workspace, { columns, rows, args });
  tau.send("build it\r");
  await tau.waitForText(OPEN);
  const picture = tau.picture().replace(/^.*(?:Working|⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏).*$/gm, "<working>");
  await expect(picture).toMatchFileSnapshot(`snapshots/permission-question.${columns}.txt`);
  tau.press("escape");
  await tau.waitForText("Without it, then.");
  expect(await leave(tau)).toBe(0);
});

test.each(SIZES)("what is asked and said about changed files is whole at %ix%i", async (columns, rows) => {
  const write = (path: string, content: string) => ({ name: "write", arguments: { path, content } });
  const made = [write("notes/made-by-the-model.md", "# Notes\n\nOne line.\n"), write("other.txt", "by the model\n")];
  await using setup = await withScriptedModel(({ tools, body }) => {
    const said = JSON.stringify(body);
    if (tools.length === 0 || !said.includes("make them")) return { text: "An answer." };
    return said.includes('"role":"tool"') ? { text: "They are made." } : { toolCalls: made };
  });
  const { workspace } = setup;
  await using tau = await openTau(workspace, { columns, rows, args: ["--permission-mode", "yolo"] });
  const see = async (keys: string, seen: RegExp) => {
    tau.send(keys);
    await tau.waitForText(seen);
  };
  const take = async (name: string) =>
    await expect(tau.picture()).toMatchFileSnapshot(`snapshots/${name}.${columns}.txt`);
  await see("hello\r", /An answer\./);
  await see("make them\r", /They are made\./);
  await see("/diff\r", /\+by the model/);
  await take("files-diff");
  await see("/tree\r", OPEN);
  await see(`${UP}${UP}${UP}\r`, /What goes there\?[\s\S]*╰─+╯/);
  await take("files-tree");
  await escapeAll(tau);
  await see("/fork\r", OPEN);
  await see("\r", /What goes there\?[\s\S]*╰─+╯/);
  await take("files-fork");
  await escapeAll(tau);
  await workspace.write("other.txt", "by the user\n");
  await see("/undo\r", /cannot be put back[\s\S]*╰─+╯/);
  await take("files-conflict");
  await see(`${DOWN}\r`, /Undone;/);
  await take("files-undone");
  // The prompt is in the editor again.
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
});

// A folder of another length breaks its line elsewhere.
test.skipIf(tmpdir() !== "/tmp").each(SIZES)(
  "every question before the conversation is whole at %ix%i",
  async (columns, rows) => {
    await using setup = await withScriptedModel(() => ({ text: "Hello." }), { files: { ".tau/settings.json": "{}" } });
    const { workspace } = setup;
    const take = async (name: string, args: readonly string[], until: RegExp) => {
      await using tau = await openTau(workspace, { columns, rows, args, until });
      // A process has as many digits as it has, and where they are many its line has no room in the border.
      const picture = tau
        .picture()
        .replace(/Process \d+/, "Process <pid>")
        .replace(/─+╮/, "─╮")
        .replace(/╭─╮\n│ (Process <pid> has this session open) *│/, "╭─ $1 ─╮");
      await expect(picture).toMatchFileSnapshot(`snapshots/${name}.${columns}.txt`);
      await tau.kill("SIGTERM");
    };
    await take("start-trust", [], OPEN);
    await workspace.configure("trust.json", { [workspace.cwd]: true });
    await workspace.configure("trusted-code.json", { [workspace.cwd]: { ".mcp.json: files": "another" } });
    await workspace.write(".mcp.json", JSON.stringify({ mcpServers: { files: { command: "a-server" } } }));
    await workspace.write(".tau/extensions/review.ts", "export default () => {};");
    await take("start-trust-changed", [], OPEN);
    for (const path of [".mcp.json", ".tau/extensions"]) await rm(join(workspace.cwd, path), { recursive: true });
    await rm(join(workspace.tauHome, "trust.json"));
    const folder = await talkElsewhere(workspace);
    const [file = ""] = await sessionsOf(workspace);
    const id = /_([^_]+)\.jsonl$/.exec(file)?.[1] ?? "";
    const trusted = ["--approve"];
    await take("start-elsewhere", [...trusted, "--session", id], OPEN);
    {
      await using holder = await openTau(workspace, { args: [...trusted, "--session", file] });
      await take("start-held", [...trusted, "--session", file], /has this session open[\s\S]*╰─+╯/);
      await leave(holder);
    }
    await rm(folder, { recursive: true });
    await take("start-folder-gone", [...trusted, "--session", file], OPEN);
  },
);

test("whatever asks has its picture taken: each command, and each file that opens a dialog", async () => {
  const asked = Object.values(DIALOGS).flatMap(({ steps }) => steps.map(([keys]) => /^\/([\w-]+)/.exec(keys)?.[1]));
  const known = new Set([...asked, ...SILENT]);
  expect(slashCommands.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);

  const source = join(repositoryRoot, "packages/coding-agent/src/modes/interactive");
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const opening = await Promise.all(
    files.map(async (name) => {
      const code = await readFile(join(source, name), "utf8");
      return /from "[^"]*\/(choose|ask-text|open-overlay)\.ts"/.test(code) && !/^import type/.test(code) ? [name] : [];
    }),
  );
  const taken = [
    ...Object.values(DIALOGS).map(({ from }) => from),
    ...Object.values(AT_START),
    ...Object.values(IN_RUN),
    ...PARTS,
    ...Object.values(OF_FILES),
  ];
  expect(opening.flat().filter((name) => !taken.includes(name))).toEqual([]);
});

async function talk(tau: TauOnTerminal, prompt: string): Promise<void> {
  await using talking = tau;
  talking.send(`${prompt}\r`);
  await talking.waitForText("An answer.");
  await leave(talking);
}

/** Out of a question that another one asked, and out of that. Each is told by its frame: what is in it may still be drawn. */
async function escapeAll(tau: TauOnTerminal): Promise<void> {
  const frame = () => /╭─.*\n.*/.exec(tau.picture())?.[0];
  for (let before = frame(); before !== undefined; before = frame()) {
    tau.press("escape");
    await tau.waitForText(() => frame() !== before);
  }
}
