import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export interface FakeBehaviour {
  /** What ssh writes when it cannot connect. */
  readonly refusal?: string;
  /** What the start-up files of the shell write before every command. */
  readonly noise?: string;
  readonly hangs?: "connect" | "start";
  /** Loses the connection once a command has been sent this many bytes. */
  readonly dropAt?: number;
  /** The login shell. */
  readonly shell?: string;
  /** PATH of the other machine. */
  readonly path?: string;
  readonly windows?: { readonly shell: "cmd" | "powershell"; readonly hasBash?: boolean };
}

/** An `ssh` in a folder of its own that runs commands on this machine instead of another, and the folder that plays the other's home. */
export interface FakeSsh extends AsyncDisposable {
  readonly home: string;
  /** For the program under test. */
  readonly env: Readonly<Record<string, string>>;
  /** The arguments of each call so far. */
  calls(): Promise<string[][]>;
  behave(behaviour: FakeBehaviour): Promise<void>;
}

export async function createFakeSsh(): Promise<FakeSsh> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tau-fake-ssh-")));
  const [bin, home] = [join(folder, "bin"), join(folder, "home of the other")];
  await mkdir(bin);
  await mkdir(home);
  const program = join(bin, "ssh");
  await writeFile(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, "fake-ssh.mjs")}' "$@"\n`,
  );
  await chmod(program, 0o755);
  const calls = join(folder, "calls.jsonl");
  await writeFile(calls, "");
  const behave = async (behaviour: FakeBehaviour) =>
    await writeFile(join(folder, "behaviour.json"), JSON.stringify({ home, ...behaviour }));
  await behave({});
  return {
    home,
    env: { FAKE_SSH: folder, PATH: [bin, process.env.PATH].join(delimiter), XDG_RUNTIME_DIR: folder },
    behave,
    calls: async () =>
      (await readFile(calls, "utf8"))
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as string[]),
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }),
  };
}
