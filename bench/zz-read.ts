import { createWorkspace, startModelServer, useScriptedModel, SCRIPTED_MODEL } from "@tau/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
const script = ({ toolResults }: any) => toolResults === 0 ? { toolCalls: [{ name: "read", arguments: { path: "README.md" } }] } : { text: "done" };
const server = await startModelServer({ script } as any);
const ws = await createWorkspace({ files: { "README.md": "# Bench\n" } });
await useScriptedModel(ws, server, undefined, {});
for (let r = 0; r < 5; r++) {
  const c = spawn("/usr/bin/time", ["-f", "%M", process.execPath, ...process.argv.slice(3), process.argv[2]!, "--model", SCRIPTED_MODEL, "-p", "go on"], { cwd: ws.cwd, env: { ...ws.env, ...(r == 4 ? { NODE_OPTIONS: "--require /tmp/rss/imp2.cjs" } : {}) }, stdio: ["ignore", "ignore", "inherit"] });
  await once(c, "close");
}
process.exit(0);
