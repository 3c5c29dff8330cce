import { join } from "node:path";
import { expect, test } from "vitest";
import { runScript, sourceUrl } from "../run-script.ts";
import { tempFolder } from "../temp-folder.ts";

/** A worker of the tests has no pipe of its own, so these run in a process. */
async function runDirect(more: string): Promise<unknown> {
  const folder = await tempFolder();
  const report = await runScript(`
    import { readdirSync, readFileSync, writeFileSync } from "node:fs";
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const [read, write] = [${JSON.stringify(join(folder, "in"))}, ${JSON.stringify(join(folder, "out"))}];
    writeFileSync(read, "given");
    let output = "";
    const request = { file: "/bin/sh", args: ["-c", "echo the other form"], cwd: "/", env: process.env, purpose: "model" };
    const direct = {
      file: "/bin/sh",
      args: ["-c", "cat <&3; echo reported >&5; readlink /proc/self/fd/4 || echo no 4"],
      descriptors: new Map([[3, { path: read, flags: "r" }], [5, { path: write, flags: "w" }]]),
    };
    const onData = (bytes) => { output += bytes; };
    const open = () => readdirSync("/proc/self/fd").length;
    const options = { ...request, direct, onData, ${more} };
    await localProcesses.run(options).catch((error) => { output = error.code; });
    const before = open();
    await localProcesses.run(options).catch(() => undefined);
    let written = "";
    try { written = readFileSync(write, "utf8"); } catch { written = "none"; }
    console.log(JSON.stringify({ output: output.slice(0, 60), written, leaked: open() - before }));
    process.exit();
  `);
  return JSON.parse(report);
}

test.runIf(process.platform === "linux")(
  "a direct command gets its files by number, and nothing stays open",
  async () => {
    expect(await runDirect("")).toEqual({ output: "givenno 4\ngivenno 4\n", written: "reported\n", leaked: 0 });
  },
);

test.runIf(process.platform === "linux")(
  "where a hook confines commands, it sees the command that is started",
  async () => {
    expect(await runDirect("confine: (command) => command,")).toMatchObject({
      output: "the other form\nthe other form\n",
      written: "none",
    });
  },
);

test.runIf(process.platform === "linux")(
  "a file that cannot be opened starts nothing and leaves nothing open",
  async () => {
    const missing = 'direct: { ...direct, descriptors: new Map([[3, { path: "/nowhere", flags: "r" }]]) },';
    expect(await runDirect(missing)).toEqual({ output: "ENOENT", written: "none", leaked: 0 });
  },
);
