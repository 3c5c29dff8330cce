import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli, type Workspace } from "@tau/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Line = readonly [commandLine: string, sentence: string | RegExp];

/** Wrong on the command line: exit code 2. */
const USAGE: readonly Line[] = [
  ["--modle x -p hi", "Unknown option --modle. Did you mean --model?"],
  ["-x", /^Unknown option -x\./],
  ["--list-models --frob", "Unknown option --frob. Did you mean --fork?"],
  ["--mode xml -p hi", '--mode is one of text, json, rpc, acp, mcp, review, not "xml".'],
  ["--thinking lots -p hi", /^--thinking is one of off, .*, max, not "lots"\.$/],
  ["--permission-mode maybe -p hi", /^--permission-mode is one of .*, not "maybe"\.$/],
  ["--tui-mode half", '--tui-mode is one of regular, fullscreen, not "half".'],
  ["--exit-on-eof later --mode rpc", '--exit-on-eof is one of stop, finish, not "later".'],
  ["--max-turns two -p hi", '--max-turns needs a whole number of 1 or more, not "two".'],
  ["--max-turns 0 -p hi", '--max-turns needs a whole number of 1 or more, not "0".'],
  ["--max-cost -1 -p hi", '--max-cost needs a number of 0 or more, not "-1".'],
  ["--timeout soon -p hi", '--timeout needs a number above 0, not "soon".'],
  ["-p hi --model", "--model needs a value: --model <pattern>."],
  ["--name -p hi", "--name needs a value: --name <name>."],
  ["--skill", "--skill needs a value: --skill <path>."],
  ["--print=yes hi", "--print takes no value."],
  ["--tools read,+ls -p hi", /^--tools: "read" cannot be mixed with "\+ls"/],
  ["--tools +re* -p hi", '--tools: "+re*" must name one tool exactly.'],
  ["--tools gerp -p hi", '--tools: there is no tool "gerp". Did you mean grep?'],
  ["--tools gerp --mode json hi", '--tools: there is no tool "gerp". Did you mean grep?'],
  ["--resume -p hi", /^--resume shows a list and needs a terminal\. Use --continue, or --session/],
  ["--mode rpc hi", "rpc mode takes its prompts as lines on stdin, not as arguments."],
  ["--mode json --output-schema x hi", "--output-schema applies to what -p prints; --mode json has its own format."],
  ["-p", 'Nothing to do: give a prompt, as in tau -p "explain this folder".'],
  ["-a -na -p hi", "These options exclude each other: --approve, --no-approve."],
  ["--session a --continue -p hi", "These options exclude each other: --session, --continue."],
  ["--no-session --continue -p hi", "These options exclude each other: --continue, --no-session."],
  ["--session-id a- -p hi", /^--session-id "a-" cannot be used: take 1 to 128 letters/],
  ["--demo --model x -p hi", "--demo chooses the model: leave out --model and --provider."],
  ["--api-key k -p hi", "--api-key needs --model, --models or --provider, to know which provider the key is for."],
  ["-p @nosuch.txt hi", "Cannot read @nosuch.txt: there is no such file."],
  ["--output-schema nosuch.json -p hi", "--output-schema nosuch.json cannot be read: there is no such file."],
  ["--output-schema bad.json -p hi", /^--output-schema bad\.json cannot be read: Unexpected end of JSON input\.$/],
  ["--output-schema wrong.json -p hi", '--output-schema cannot be used: #/type: there is no type "nonsense".'],
  ["help frob", /^There is no command "frob"\. tau --help lists the commands\./],
  ["instal npm:x", /^There is no command "instal"\. Did you mean tau install\?/],
  ["--offline doctro", /^There is no command "doctro"\. Did you mean tau doctor\?/],
  ["--model x list", /^tau list is a command, and takes none of the options before it\./],
  ["list more", 'Unexpected argument "more". Usage: tau list'],
  ["doctor --frob", "Unknown option --frob."],
  ["config frob", /^Usage: tau config \[list/],
  ["config set theme", /^Usage: tau config \[list/],
  ["sessions frob", /^Usage: tau sessions \[list/],
  ["sessions gc --older-than soon", '--older-than needs a number of 0 or more, not "soon".'],
  ["export", "Usage: tau export <session> [file]"],
  ["import frob", "Tau cannot import from frob, only from pi | omp | claude | codex."],
  ["import", /^Usage: tau import </],
  ["install", /^Usage: tau install </],
  ["remove", /^Usage: tau remove </],
  ["completion tcsh", "There is no completion for tcsh, only for bash, zsh, fish."],
  ["auth frob", /^Usage: tau auth check/],
  ["setup nosuch", 'There is nothing to set up for "nosuch". Run "tau setup" for a list.'],
  ["sandbox frob", /^Usage: tau sandbox status/],
  ["undo frob", /^Usage: tau undo/],
  ["mcp frob", /^There is no command "tau mcp frob"\. There are: add, /],
  ["mcp add", /^Usage: tau mcp add/],
];

/** Names that do not exist, and values that do not fit: exit code 3. */
const CONFIGURATION: readonly Line[] = [
  ["--model nosuch -p hi", /^There is no model "nosuch"\. Run tau --list-models/],
  ["--model scripted/modle -p hi", /^There is no model "scripted\/modle"\. Did you mean scripted\/model\?/],
  ["--models nosuch -p hi", "--models: no model matches nosuch. Run tau --list-models for all of them."],
  ["--provider antropic -p hi", 'There is no provider "antropic". Did you mean anthropic?'],
  [
    "--provider openai -p hi",
    /^There is no key for openai\. Set OPENAI_API_KEY, sign in with \/login in tau, or pass --api-key\.$/,
  ],
  ["install ./nowhere", "There is nothing at <cwd>/nowhere."],
  ["install npm:", /^"npm:" is no source of a package: /],
  ["remove npm:absent", 'No package "npm:absent" is installed. tau list shows them.'],
  ["update npm:nothing", '"npm:nothing" is not among the packages of your settings (none).'],
  ["config set theme drak", /^There is no theme "drak"\. There are: dark, /],
  ["config set defaultModel nosuch", /^There is no model "nosuch"\./],
  ['config set defaultTools ["gerp"]', 'There is no tool "gerp". Did you mean grep?'],
  ["config set modelRoles.smol nosuch", /^There is no model "nosuch"\./],
  ["config set compaction.enabled perhaps", "compaction.enabled must be a boolean, not perhaps."],
  ["config set shellTimeoutSeconds 0", /^shellTimeoutSeconds must be .*1.*, not 0\.$/],
  ["config set retry.maxRetries -1", /^retry\.maxRetries must be .*0.*, not -1\.$/],
  ["config set permissionMode root", /^permissionMode must be .*"yolo", not root\.$/],
  ["config get task.maxConcurency", /There is no setting "task\.maxConcurency"\. Did you mean task\.maxConcurrency\?/],
  ["config set maxConcurrency 2", /There is no setting "maxConcurrency"\. Did you mean task\.maxConcurrency\?/],
  ["config get defaultModle", 'There is no setting "defaultModle". Did you mean defaultModel?'],
  ["config disable nosuch", 'There is no resource "nosuch". tau config resources lists them.'],
  ["import pi", /^There is no .*\/\.pi\/agent\. Name its home with --from\.$/],
  ["mcp remove nosuch", "There is no server nosuch."],
  ["mcp test nosuch", "There is no server nosuch. tau mcp list shows those that there are."],
];

/** Sessions that cannot be had: exit code 4. */
const STORAGE: readonly Line[] = [
  ["--session nosuch -p hi", 'There is no session "nosuch". tau sessions list --all lists them.'],
  ["--fork nosuch -p hi", 'There is no session "nosuch". tau sessions list --all lists them.'],
  ["--session bad.json -p hi", /bad\.json holds no session: /],
  ["export nosuch", 'There is no session "nosuch". tau sessions list --all lists them.'],
  ["export .", "<cwd> is a folder, and no session."],
];

const cases = [
  ...USAGE.map((line) => [2, ...line] as const),
  ...CONFIGURATION.map((line) => [3, ...line] as const),
  ...STORAGE.map((line) => [4, ...line] as const),
];

describe("bad command lines", () => {
  const exits = new Map<string, Awaited<ReturnType<typeof runCli>>>();
  let workspace: Workspace;
  let before: Record<string, string>;

  // All of them in one workspace, a few at a time: none may change anything in it.
  beforeAll(async () => {
    workspace = await createWorkspace({ files: { "bad.json": '{"type":', "wrong.json": '{"type":"nonsense"}' } });
    const models = [{ id: "model", contextWindow: 1000, maxTokens: 100 }];
    const scripted = { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "k", models };
    await workspace.configure("models.json", { providers: { scripted } });
    await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model" });
    before = await contents(workspace);
    const waiting = cases.map(([, commandLine]) => commandLine);
    const work = async () => {
      for (let line = waiting.shift(); line !== undefined; line = waiting.shift())
        exits.set(line, await runCli({ workspace, args: line.split(" ") }));
    };
    await Promise.all([work(), work(), work()]);
  }, 120_000);

  afterAll(async () => {
    await workspace[Symbol.asyncDispose]();
  });

  test("there are at least sixty", () => {
    expect(new Set(cases.map(([, commandLine]) => commandLine)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(cases)("code %i: tau %s", (exitCode, commandLine, sentence) => {
    const exit = exits.get(commandLine);
    expect(exit).toMatchObject({ exitCode, stdout: "" });
    const [said = "", hint, ...more] = (exit?.stderr ?? "").replaceAll(workspace.cwd, "<cwd>").trimEnd().split("\n");
    expect(said.slice(0, 5)).toBe("tau: ");
    if (typeof sentence === "string") expect(said.slice(5)).toBe(sentence);
    else expect(said.slice(5)).toMatch(sentence);
    expect([undefined, "  Run tau --help for the options."]).toContain(hint);
    expect(more).toEqual([]);
  });

  test("nothing was changed by any of them", async () => {
    expect(await contents(workspace)).toEqual(before);
  });
});

/** Digests of all files of the workspace and of Tau's home; what only makes the next start faster apart. */
async function contents({ cwd, tauHome }: Workspace): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const folder of [cwd, tauHome])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.startsWith(join(tauHome, "cache"))) continue;
      found.push([
        path,
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      ]);
    }
  return Object.fromEntries(found);
}

describe("bad settings", () => {
  const VALUES: readonly [settings: string, setting: string, complaint: RegExp][] = [
    ['{ "theme": 3 }', "theme", /:1: "theme" must be a string/],
    ['{ "retry": { "maxRetries": "three" } }', "retry.maxRetries", /:1: "retry\.maxRetries" must be a number/],
    ['{ "retry": 3 }', "retry.enabled", /:1: "retry" must be an object/],
    ['{ "permissionMode": "root" }', "permissionMode", /:1: "permissionMode" must be "plan"/],
    ['{ "defaultTools": "read" }', "defaultTools", /:1: "defaultTools" must be a list of strings/],
    ['{ "theme": dark }', "theme", /:1: /],
    ["[]", "theme", /:1: must hold a JSON object/],
  ];

  test("each is named with file, line and reason; the default holds, and the file stays as it is", async () => {
    await using workspace = await createWorkspace();
    const file = join(workspace.tauHome, "settings.json");
    for (const [settings, setting, complaint] of VALUES) {
      await workspace.write("../home/.tau/settings.json", settings);
      const exit = await runCli({ workspace, args: ["config", "get", setting] });
      expect([settings, exit.exitCode]).toEqual([settings, 0]);
      expect(exit.stderr).toMatch(/^tau: [^\n]*\/settings\.json[^\n]*\n$/);
      expect(exit.stderr).toMatch(complaint);
      expect(await readFile(file, "utf8")).toBe(settings);
    }
  });
});
