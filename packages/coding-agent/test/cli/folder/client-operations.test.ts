import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { clientOperations } from "../../../src/cli/folder/client-operations.ts";
import { localProcesses, type ProcessPort, type ProcessRequest } from "../../../src/core/process/index.ts";

test("the client's text counts where it differs by more than line ends; what is not UTF-8 is read from disk", async () => {
  await using workspace = await createWorkspace({
    files: { "a.txt": "\uFEFFone\r\ntwo\r\n", "latin.txt": Buffer.from([0x63, 0x61, 0x66, 0xe9]), "gone.txt": "here" },
  });
  const texts = new Map([
    [workspace.path("a.txt"), "one\ntwo\n"],
    [workspace.path("latin.txt"), "café"],
  ]);
  const readTextFile = async (path: string) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error("not open");
    return text;
  };
  const { read } = clientOperations({ readTextFile });
  const textOf = async (name: string) => (await read.readFile(workspace.path(name))).toString("latin1");
  expect(Buffer.from(await textOf("a.txt"), "latin1").toString()).toBe("\uFEFFone\r\ntwo\r\n");
  texts.set(workspace.path("a.txt"), "one\nthree\n");
  expect(await textOf("a.txt")).toBe("one\nthree\n");
  expect(await textOf("latin.txt")).toBe("caf\u00e9");
  expect(await textOf("gone.txt")).toBe("here");
});

test("a write that the client refuses is made on disk", async () => {
  await using workspace = await createWorkspace();
  const written: string[] = [];
  const { change } = clientOperations({
    writeTextFile: async (path, content) => {
      if (path.endsWith("outside.txt")) throw new Error("not in the project");
      written.push(content);
    },
  });
  await change.writeFile(workspace.path("inside.txt"), "in");
  await change.writeFile(workspace.path("outside.txt"), "out");
  expect(written).toEqual(["in"]);
  expect(await workspace.list()).toEqual(["outside.txt"]);
});

test("only a command that nothing confines runs at the client", async () => {
  const ran: string[] = [];
  const { run } = clientOperations({
    runCommand: async ({ args }) => {
      ran.push(args.join(" "));
      return { ended: "exit", exitCode: 0 };
    },
  });
  const request = (name: string, more: Partial<ProcessRequest> = {}): ProcessRequest => ({
    ...{ file: process.execPath, args: ["-e", `"${name}"`], cwd: process.cwd(), env: process.env, purpose: "model" },
    onData: () => undefined,
    ...more,
  });
  const here: string[] = [];
  const processes: ProcessPort = {
    ...localProcesses,
    run: async ({ args }) => {
      here.push(args.join(" "));
      return { ended: "exit", exitCode: 0 };
    },
  };
  await run(request("free"), processes);
  await run(request("confined", { isConfined: true }), processes);
  await run(request("of the user", { purpose: "user" }), processes);
  await run(request("with a sandbox to come", { confine: (command) => command }), processes);
  expect(ran).toEqual(['-e "free"']);
  expect(here).toEqual(['-e "confined"', '-e "of the user"', '-e "with a sandbox to come"']);
});

test("readers open documents on disk, but not texts, which may have changes that are not saved", async () => {
  await using workspace = await createWorkspace({
    files: { "a.zip": Buffer.from("PK\x03\x04\0\0"), "a.csv": "a,b\n" },
  });
  const { read } = clientOperations({ readTextFile: async () => "c,d\n" });
  expect(await read.examine?.(workspace.path("a.zip"))).toMatchObject({ kind: "file", size: 6 });
  expect(await read.examine?.(workspace.path("a.csv"))).toBeUndefined();
  expect(await read.examine?.(workspace.path("."))).toMatchObject({ kind: "folder" });
});
