import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findWorkspace } from "../../../src/core/workspace/workspace.ts";
import { WorkspaceTrust } from "../../../src/core/workspace/workspace-trust.ts";
import { createAgentSession, ModelRuntime, SessionManager, SettingsManager } from "../../../src/index.ts";

/** A folder with settings and an extension of its own. */
function projectFolder() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tau-trusted-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [cwd, agentDir] = [join(root, "project"), join(root, "agent")];
  mkdirSync(join(cwd, ".tau", "extensions"), { recursive: true });
  mkdirSync(agentDir);
  writeFileSync(join(cwd, ".tau", "settings.json"), JSON.stringify({ theme: "of-the-project" }));
  writeFileSync(join(cwd, ".tau", "extensions", "own.js"), "export default () => undefined;\n");
  return { cwd, agentDir };
}

async function sessionIn({ cwd, agentDir }: ReturnType<typeof projectFolder>, options: { projectTrusted?: boolean }) {
  const modelRuntime = await ModelRuntime.create({ authPath: join(agentDir, "auth.json"), modelsPath: null });
  const model = { api: "x", baseUrl: "http://127.0.0.1:9", models: [{ id: "m" }], apiKey: "k" };
  modelRuntime.registerProvider("own", model);
  const { session, extensionsResult } = await createAgentSession({
    cwd,
    agentDir,
    modelRuntime,
    model: modelRuntime.getModel("own", "m") as never,
    sessionManager: SessionManager.inMemory(cwd),
    ...options,
  });
  const theme = session.settingsManager.getThemeSetting();
  await session.dispose();
  return { theme, extensions: extensionsResult.extensions.map(({ path }) => path) };
}

test("a program's folder is trusted unless the program says otherwise", async () => {
  const folder = projectFolder();
  expect(await sessionIn(folder, {})).toEqual({
    theme: "of-the-project",
    extensions: [join(folder.cwd, ".tau", "extensions", "own.js")],
  });
  expect(await sessionIn(folder, { projectTrusted: false })).toEqual({ theme: undefined, extensions: [] });
  const of = (options?: { projectTrusted: boolean }) =>
    SettingsManager.create(folder.cwd, folder.agentDir, options).isProjectTrusted();
  expect([of(), of({ projectTrusted: false })]).toEqual([true, false]);
});

test("an extension cannot have a folder trusted that the user has refused, or one within it", async () => {
  const folder = projectFolder();
  await new WorkspaceTrust({ override: false }).decide(findWorkspace(folder));
  expect(await sessionIn(folder, {})).toEqual({ theme: undefined, extensions: [] });
  const inner = join(folder.cwd, "inner");
  mkdirSync(inner);
  expect(SettingsManager.create(inner, folder.agentDir).isProjectTrusted()).toBe(false);
  await new WorkspaceTrust({ override: true }).decide(findWorkspace(folder));
  expect(SettingsManager.create(folder.cwd, folder.agentDir).isProjectTrusted()).toBe(true);
});
