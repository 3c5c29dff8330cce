import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelReply, type ModelServer, type PtyProgram, startCliInPty, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const EDITOR = /─{30}/;
const ALT_UP = "\x1b[1;3A";
const ALT_ENTER = "\x1b\r";
const CTRL_G = "\x07";
const CTRL_R = "\x12";

test("what was typed before a restart comes back with the up arrow, and by a search", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Noted." }));
  {
    await using tau = await open(setup.workspace);
    tau.send("remember the lighthouse\r");
    await tau.waitForText("Noted.");
    await leave(tau);
  }
  await using tau = await open(setup.workspace);
  tau.press("up");
  await tau.waitForText("remember the lighthouse");
  tau.press("ctrl+c");
  tau.send(CTRL_R);
  await tau.waitForText("Earlier prompts");
  tau.send("light");
  await tau.waitForText(/→.*remember the lighthouse/);
  tau.press("enter");
  await tau.waitForText((screen) => !screen.includes("Earlier prompts") && screen.includes("remember the lighthouse"));
  expect(setup.server.requests).toHaveLength(1);
});

test("@ finds a file by a part of its name and puts its path into the prompt", async () => {
  const files = {
    "src/deep/lantern-keeper.ts": "x",
    "src/other.ts": "y",
    ".gitignore": "ignored/",
    "ignored/lantern.ts": "",
  };
  await using setup = await withScriptedModel(() => ({ text: "Read." }), { files });
  await using tau = await open(setup.workspace);
  tau.send("look at @lankee");
  await tau.waitForText(/lantern-keeper\.ts +src\/deep\//);
  tau.press("tab");
  await tau.waitForText("look at @src/deep/lantern-keeper.ts");
  expect(tau.terminal.text()).not.toContain("ignored/lantern.ts");
  tau.send("please\r");
  await tau.waitForText("Read.");
  expect(said(setup.server, 0)).toContain("look at @src/deep/lantern-keeper.ts please");
});

test("!command shows its output and reaches the next request; !!command does not", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Seen." }));
  await using tau = await open(setup.workspace);
  tau.send("!echo shared-$((40 + 2))\r");
  await tau.waitForText((screen) => screen.includes("shared-42") && !screen.includes("running…"));
  tau.send("!!echo private-$((50 + 2))\r");
  await tau.waitForText("private-52");
  tau.send("go on\r");
  await tau.waitForText("Seen.");
  expect(said(setup.server, 0)).toContain("shared-42");
  expect(said(setup.server, 0)).not.toContain("private-52");
});

test("R150: Enter during a run steers it, Alt+Enter waits for its end, with a skill too", async () => {
  const gate = Promise.withResolvers<void>();
  const replies: ModelReply[] = [
    { toolCalls: [{ name: "ls", arguments: {} }] },
    { text: "Turned." },
    { text: "Followed." },
  ];
  await using setup = await withScriptedModel(async ({ index }) => {
    if (index === 0) await gate.promise;
    return replies[index] ?? { text: "Nothing more." };
  });
  await mkdir(join(setup.workspace.tauHome, "skills/poet"), { recursive: true });
  const skill = "---\nname: poet\ndescription: Writes verse\n---\nThink in iambs.";
  await writeFile(join(setup.workspace.tauHome, "skills/poet/SKILL.md"), skill);
  await using tau = await open(setup.workspace);
  tau.send("begin\r");
  await setup.server.waitForRequest(() => true);
  tau.send("turn left\r");
  await tau.waitForText(/Next: turn left\n.*alt\+up takes it back/);
  tau.send(`/skill:poet and then rest${ALT_ENTER}`);
  await tau.waitForText("Afterwards:");
  gate.resolve();
  await tau.waitForText("Followed.");
  expect(said(setup.server, 1)).toContain("turn left");
  expect(said(setup.server, 1)).not.toContain("and then rest");
  expect(said(setup.server, 2)).toMatch(/Think in iambs.*and then rest/s);
});

test("Alt+Up takes what waits back into the editor", async () => {
  const gate = Promise.withResolvers<void>();
  await using setup = await withScriptedModel(async () => {
    await gate.promise;
    return { text: "Done." };
  });
  await using tau = await open(setup.workspace);
  tau.send("begin\r");
  await setup.server.waitForRequest(() => true);
  tau.send("wrong words\r");
  await tau.waitForText("Next: wrong words");
  tau.send(ALT_UP);
  await tau.waitForText((screen) => !screen.includes("Next:") && screen.includes("wrong words"));
  gate.resolve();
  await tau.waitForText("Done.");
  expect(setup.server.requests).toHaveLength(1);
});

test("an external editor gets the text and gives it back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Understood." }));
  const editor = join(setup.workspace.home, "editor.sh");
  await writeFile(editor, '#!/bin/sh\nsed -i "s/draft/final/" "$1"\nprintf "\\nsecond line\\n" >> "$1"\n');
  await chmod(editor, 0o755);
  await using tau = await open(setup.workspace, { EDITOR: editor, VISUAL: "" });
  tau.send("a draft");
  await tau.waitForText("a draft");
  tau.send(CTRL_G);
  await tau.waitForText("second line");
  tau.press("enter");
  await tau.waitForText("Understood.");
  expect(said(setup.server, 0)).toContain("a final\\nsecond line");
});

for (const mode of ["regular", "fullscreen"]) {
  test(`after an external editor the ${mode} screen is what it was, and nothing of it is there twice`, async () => {
    await using setup = await withScriptedModel(() => ({ text: "Understood." }));
    const editor = join(setup.workspace.home, "editor.sh");
    const screenOfItsOwn = 'printf "\\033[?1049h\\033[2J\\033[HEDITING"\nprintf final > "$1"\nprintf "\\033[?1049l"\n';
    await writeFile(editor, `#!/bin/sh\n${screenOfItsOwn}`);
    await chmod(editor, 0o755);
    await using tau = await open(setup.workspace, { EDITOR: editor, VISUAL: "" }, ["--tui-mode", mode]);
    tau.send("a question\r");
    await tau.waitForText("Understood.");
    const before = tau.terminal.text();
    tau.send(`draft${CTRL_G}`);
    await tau.waitForText(/^ ?final/m);
    tau.press("ctrl+c");
    await tau.waitForText((screen) => !screen.includes("final"));
    expect(tau.terminal.text()).toBe(before);
    await leave(tau);
    await tau.terminal.settled();
    expect(tau.terminal.text().match(/Understood\./g)).toHaveLength(1);
  });
}

test("a dropped image goes with the prompt", async () => {
  const files = { "shot.png": Buffer.from(PIXEL, "base64") };
  await using setup = await withScriptedModel(() => ({ text: "A dot." }), { files });
  await setup.workspace.configure("models.json", {
    providers: {
      scripted: {
        baseUrl: `${setup.server.url}/v1`,
        api: "openai-completions",
        apiKey: "test-key",
        models: [{ id: "model", input: ["text", "image"], contextWindow: 100_000, maxTokens: 8_000 }],
      },
    },
  });
  await using tau = await open(setup.workspace);
  tau.send(`\x1b[200~${join(setup.workspace.cwd, "shot.png")}\x1b[201~`);
  await tau.waitForText("1 image attached");
  tau.send("what is this\r");
  await tau.waitForText("A dot.");
  expect(said(setup.server, 0)).toContain(PIXEL);
});

test("an edit is shown with its line numbers, and a long output in part", async () => {
  const replies: ModelReply[] = [
    { toolCalls: [{ name: "edit", arguments: { path: "a.ts", edits: [{ oldText: "one", newText: "two" }] } }] },
    { toolCalls: [{ name: "bash", arguments: { command: "seq 1 500" } }] },
    { text: "All done." },
  ];
  const files = { "a.ts": "// first\nconst value = one;\n" };
  await using setup = await withScriptedModel(({ index }) => replies[index] ?? { text: "Nothing more." }, { files });
  await using tau = await open(setup.workspace);
  tau.send("change it\r");
  await tau.waitForText("All done.");
  const shown = tau.terminal.text();
  expect(shown).toContain("2 - const value = one;");
  expect(shown).toContain("2 + const value = two;");
  expect(shown).toContain("… 492 more lines (ctrl+o shows all)");
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function open(
  workspace: Workspace,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<PtyProgram> {
  const args = ["--no-extensions", ...options];
  const program = startCliInPty({ workspace, env, args, columns: 100, rows: 40 });
  await program.waitForText(EDITOR);
  return program;
}

async function leave(tau: PtyProgram): Promise<void> {
  tau.press("ctrl+d");
  await tau.exited;
}

/** What a request said, as JSON. */
function said(server: ModelServer, index: number): string {
  return JSON.stringify(server.requests[index]?.body);
}
