import { createWorkspace, startModelServer, useScriptedModel, SCRIPTED_MODEL } from "@tau/testkit";
import { trivial } from "./work/scripts.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
const [rounds, ...variants] = process.argv.slice(2);
const server = await startModelServer(trivial as any);
const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]!;
const stages: any[] = [];
for (const v of variants) {
  const [label, cli, flags, env, settings] = v.split("|");
  const ws = await createWorkspace({ files: { "README.md": "# Bench\n" }, git: true });
  await useScriptedModel(ws, server, "openai-completions", { settings: settings ? JSON.parse(settings) : {} });
  stages.push({ label, cli, flags: (flags ?? "").split(" ").filter(Boolean), env: Object.fromEntries((env ?? "").split(" ").filter(Boolean).map((x) => x.split("="))), ws, rss: [], wall: [], first: [], cpu: [] });
}
for (let r = 0; r < Number(rounds) + 3; r++) for (const s of stages) {
  let t0 = 0, first = 0;
  server.rescript(((q: any) => { first ||= performance.now() - t0; return (trivial as any)(q); }) as any);
  t0 = performance.now();
  const c = spawn("/usr/bin/time", ["-f", "%M %U %S", process.execPath, ...s.flags, s.cli, "--model", SCRIPTED_MODEL, "-p", "go on"], { cwd: s.ws.cwd, env: { ...s.ws.env, ...s.env }, stdio: ["ignore", "ignore", "pipe"] });
  let err = ""; c.stderr!.on("data", (d) => (err += d));
  await once(c, "close");
  const m = /(\d+) ([\d.]+) ([\d.]+)\s*$/.exec(err)!;
  if (err.trim().split("\n").length > 1) process.stderr.write(err);
  if (r >= 3) { s.rss.push(+m[1]! / 1024); s.wall.push(performance.now() - t0); s.first.push(first); s.cpu.push((+m[2]! + +m[3]!) * 1000); }
}
for (const s of stages) console.log(s.label.padEnd(24), "rss", med(s.rss).toFixed(2), "first", med(s.first).toFixed(1), "cpu", med(s.cpu).toFixed(0));
process.exit(0);
