import { existsSync } from "node:fs";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { expect, onTestFinished, test } from "vitest";
import { permit } from "../../../src/core/permission/index.ts";
import {
  type PermissionQuestion,
  type PermissionReply,
  type SessionPermission,
  sessionPermission,
} from "../../../src/core/permission/session-permission.ts";
import { addSessionFolder, findFolder } from "../../../src/core/permission/workspace-roots.ts";
import { localProcesses } from "../../../src/core/process/index.ts";
import { type Settings, SettingsStore } from "../../../src/core/settings/index.ts";
import { readManaged } from "../../../src/core/settings/managed-settings.ts";
import { folderWith } from "../folder-with.ts";

const bash = (command: string) => ({ tool: "bash", effect: "execute", command }) as const;
const edit = (path: string) => ({ tool: "edit", effect: "write", paths: [path] }) as const;

/** A permission in a folder of its own, with a user who gives these answers. */
async function asked(settings: Partial<Settings>, replies: PermissionReply[] = []) {
  const cwd = await folderWith({});
  const log = SessionLog.inMemory(cwd);
  const sources = { settings: SettingsStore.inMemory(settings), cwd, agentDir: join(cwd, "home"), log };
  const permission = sessionPermission(sources);
  const questions: PermissionQuestion[] = [];
  permission.answer = async (question) => {
    questions.push(question);
    return replies.shift() ?? { allow: "no" };
  };
  return { permission, questions, cwd, log, sources };
}

const ask = (permission: SessionPermission, request: Parameters<typeof permit>[0]) =>
  permit(request, permission.policy, permission.ask);

test("a child session asks the user of its parent, says which agent asks, and shares the answers, in any folder", async () => {
  const { permission, questions, cwd } = await asked({ permissionMode: "ask" }, [{ allow: "session" }]);
  const elsewhere = await folderWith({});
  const here = permission.forChild?.("explore", cwd);
  const there = permission.forChild?.("task", elsewhere);
  if (!here || !there) throw new Error("no permission for children");
  expect(await ask(there, bash("make-it one"))).toBeUndefined();
  expect(questions.map(({ request }) => request.agent)).toEqual(["task"]);
  for (const each of [permission, here, there]) expect(await ask(each, bash("make-it two"))).toBeUndefined();
  expect(questions).toHaveLength(1);
  expect(await ask(there.forChild?.("inner", elsewhere) ?? there, bash("other"))).toEqual({
    reason: "The user did not permit bash.",
  });
  expect(questions[1]?.request.agent).toBe("inner");
});

test("what the user permitted to a child runs, once", async () => {
  const { permission, questions, cwd } = await asked({ permissionMode: "ask", sandbox: "off" }, [{ allow: "once" }]);
  const child = permission.forChild?.("task", cwd);
  const command = "touch made";
  expect(await ask(child ?? permission, bash(command))).toBeUndefined();
  const request = {
    file: "/bin/sh",
    args: ["-c", command],
    cwd,
    env: {},
    purpose: "model",
    onData: () => undefined,
  } as const;
  await child?.runCommand?.(request, localProcesses);
  expect([existsSync(join(cwd, "made")), questions.length]).toEqual([true, 1]);
});

test("where no user can be asked, the refusals of children are told with those of the session", async () => {
  const { permission, cwd } = await asked({ permissionMode: "ask" });
  permission.answer = undefined;
  const told: unknown[] = [];
  permission.onRefused = (refusal) => told.push(refusal);
  expect((await ask(permission.forChild?.("task", cwd) ?? permission, bash("touch a")))?.reason).toContain(
    "this run cannot ask the user",
  );
  const refusal = {
    type: "permission_refused",
    toolCallId: undefined,
    ...bash("touch a"),
    agent: "task",
    reason: "It runs touch a.",
    rules: ["Bash(touch:*)"],
  };
  expect([permission.refused, told]).toEqual([[refusal], [refusal]]);
});

test("a folder that the user added is part of the workspace, also after a resume; the whole machine cannot be", async () => {
  const auto = { permissionMode: "auto", sandbox: "off" } as const;
  const { permission, sources, log, cwd } = await asked(auto);
  const decide = async (each: SessionPermission, path: string) => (await each.policy.decide(edit(path))).action;
  expect(await decide(permission, "/srv/other/a")).toBe("ask");
  addSessionFolder(log, "/srv/other");
  expect(await decide(permission, "/srv/other/a")).toBe("allow");
  expect(await decide(permission, "/srv/other/.git/config")).toBe("ask");
  const resumed = SessionLog.inMemory(cwd);
  for (const entry of log.getEntries())
    if (entry.type === "custom") resumed.appendCustomEntry(entry.customType, entry.data);
  expect(await decide(sessionPermission({ ...sources, log: resumed }), "/srv/other/a")).toBe("allow");
  const settings = SettingsStore.inMemory({ ...auto, workspace: { folders: ["/srv/other", "/"] } });
  const listed = sessionPermission({ ...sources, log: SessionLog.inMemory(cwd), settings });
  expect([await decide(listed, "/srv/other/a"), await decide(listed, "/etc/hosts")]).toEqual(["allow", "ask"]);
  expect(findFolder("/", cwd).problem).toContain("contains your home folder");
  expect(findFolder("nowhere", cwd).problem).toBe(`There is no folder ${join(cwd, "nowhere")}.`);
});

/** The user's settings and flags under an administrator's file. */
async function managed(administrator: object | string, user: Partial<Settings>) {
  const text = typeof administrator === "string" ? administrator : JSON.stringify(administrator);
  const folder = await folderWith({ "managed.json": text, "home/settings.json": JSON.stringify(user) });
  const { TAU_MANAGED_SETTINGS: before } = process.env;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TAU_MANAGED_SETTINGS;
    else process.env.TAU_MANAGED_SETTINGS = before;
  });
  process.env.TAU_MANAGED_SETTINGS = join(folder, "managed.json");
  const agentDir = join(folder, "home");
  const settings = SettingsStore.open(folder, agentDir);
  await settings.readManaged();
  const permission = sessionPermission({ settings, cwd: folder, agentDir, log: SessionLog.inMemory(folder) });
  const action = async (request: Parameters<typeof permit>[0]) => (await permission.policy.decide(request)).action;
  return { settings, action };
}

test("the administrator's rules and modes hold against the user's settings, flags and yolo", async () => {
  const rules = { deny: ["Bash(rm:*)"], ask: ["Bash(git push:*)"], allow: ["Bash(make:*)"] };
  const { settings, action } = await managed(
    { permissions: rules, sandbox: "off" },
    { permissionMode: "yolo", sandbox: "external", permissions: { allow: ["Bash"] } },
  );
  settings.applyOverrides({ permissionMode: "yolo", sandbox: "auto", permissions: { deny: [], ask: [] } });
  expect(settings.get("sandbox")).toBe("off");
  const commands = ["rm a", "git push", "touch a"];
  expect(await Promise.all(commands.map((each) => action(bash(each))))).toEqual(["deny", "ask", "allow"]);
  const limited = await managed({ permissionModes: ["plan", "ask"] }, { permissionMode: "yolo" });
  limited.settings.applyOverrides({ permissionMode: "yolo" });
  expect(limited.settings.get("permissionMode")).toBe("ask");
  expect(await limited.action(bash("touch a"))).toBe("ask");
  const unset = await managed({ permissionModes: ["plan"] }, {});
  expect(await unset.action(bash("touch a"))).toBe("deny");
});

test.each([
  ["no JSON", "{", "is not JSON"],
  ["a value of the wrong type", { permissions: { deny: "Bash" } }, '"permissions.deny"'],
  ["a rule that cannot be read", { permissions: { deny: ["Bash("] } }, '"permissions.deny.0" is no rule'],
  ["a rule that allows everything", { permissions: { allow: ["*"] } }, "would allow every tool"],
  ["an unknown mode", { permissionModes: ["never"] }, '"permissionModes.0"'],
])("an administrator's file with %s stops the program", async (_name, text, problem) => {
  await expect(managed(text, {})).rejects.toThrow(/The administrator's settings .*managed\.json.* does not start: .*/);
  await expect(managed(text, {})).rejects.toThrow(problem);
});

test("a second file adds rules to the administrator's and takes none away", async () => {
  const folder = await folderWith({
    "own.json": JSON.stringify({ sandbox: "off", env: { passThrough: [] }, permissions: { deny: ["Bash(rm:*)"] } }),
    "system.json": JSON.stringify({ sandbox: "auto", permissions: { deny: ["Bash(dd:*)"], ask: ["Edit"] } }),
  });
  const paths = ["own.json", "missing.json", "system.json"].map((name) => join(folder, name));
  expect(readManaged(paths).settings).toEqual({
    sandbox: "auto",
    env: { passThrough: [] },
    permissions: { allow: [], ask: ["Edit"], deny: ["Bash(rm:*)", "Bash(dd:*)"] },
  });
});
