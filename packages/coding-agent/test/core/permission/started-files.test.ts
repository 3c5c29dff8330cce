import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SessionLog } from "@tau/agent";
import { expect, test } from "vitest";
import { sessionPermission } from "../../../src/core/permission/session-permission.ts";
import { startedFiles } from "../../../src/core/permission/started-files.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** A project with hooks and servers whose programs are files of the project. */
function project({ trusted }: { readonly trusted: boolean }) {
  const root = temporaryDirectory();
  const [cwd, agentDir] = [join(root, "work"), join(root, "home")];
  const write = (path: string, content: string | object = "") => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  const hook = (command: string) => ({ hooks: [{ type: "command", command }] });
  for (const path of ["scripts/format.sh", "scripts/real.sh", "tools/server.mjs", "src/a.ts", "own.sh"]) write(path);
  symlinkSync("real.sh", join(cwd, "scripts/link.sh"));
  write(".claude/settings.json", {
    hooks: {
      PostToolUse: [hook('"$CLAUDE_PROJECT_DIR"/scripts/format.sh --quiet; npm run lint')],
      Stop: [hook("bash ./scripts/link.sh 2>/dev/null || ./missing.sh")],
    },
  });
  write(".mcp.json", { mcpServers: { own: { command: "node", args: ["server.mjs"], cwd: "tools" } } });
  mkdirSync(agentDir);
  writeFileSync(join(agentDir, "settings.json"), JSON.stringify({ hooks: { Stop: [hook("./own.sh")] } }));
  const settings = SettingsStore.open(cwd, agentDir, { projectTrusted: trusted });
  return { cwd, agentDir, settings };
}

test("files of the workspace that hooks and servers name are known, also by the links to them", async () => {
  const { cwd, ...place } = project({ trusted: true });
  const found = await startedFiles({ ...place, roots: [cwd] });
  expect(found.map((path) => path.slice(cwd.length + 1)).sort()).toEqual([
    "own.sh",
    "scripts/format.sh",
    "scripts/link.sh",
    "scripts/real.sh",
    "tools/server.mjs",
  ]);
});

test("of a project that is not trusted only what the user's own hooks name is protected", async () => {
  const { cwd, ...place } = project({ trusted: false });
  expect(await startedFiles({ ...place, roots: [cwd] })).toEqual([join(cwd, "own.sh")]);
});

test("in auto mode an edit of such a file asks: Tau would run it outside of the sandbox", async () => {
  const { cwd, agentDir, settings } = project({ trusted: true });
  settings.applyOverrides({ permissionMode: "auto", sandbox: "off" });
  const { policy } = sessionPermission({ cwd, agentDir, settings, log: SessionLog.inMemory(cwd) });
  const edit = (path: string) => policy.decide({ tool: "edit", effect: "write", paths: [join(cwd, path)] });
  for (const path of ["scripts/format.sh", "scripts/real.sh", "tools/server.mjs"])
    expect(await edit(path)).toMatchObject({
      action: "ask",
      question: expect.stringContaining("A hook or an MCP server"),
    });
  expect(await edit("src/a.ts")).toEqual({ action: "allow" });
});
