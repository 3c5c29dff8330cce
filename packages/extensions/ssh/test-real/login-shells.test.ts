import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";
import { connect } from "../test/connect.ts";
import { createFileOperations, createLsOperations } from "../workspace/remote-files.ts";

const TEXT = `it's "$HOME" \\n \\0101 %s !! \`id\` $(id)\nsecond\tline é 😀`;

test.for(["tcsh", "fish", "zsh", "mksh"] as const)("the login shell may be %s", async (shell, context) => {
  await using other = await connect();
  await other.fake.behave({ shell: await requireProgram(shell, context) });
  let output = "";
  const onData = (bytes: Buffer) => {
    output += bytes;
  };
  const script = `printf '%s' ${quote(TEXT)}; exit 6`;
  expect(await runScript(other.connection, { script, isCommand: true, onData })).toMatchObject({ exitCode: 6 });
  expect(output).toBe(TEXT);
});

test.for(["busybox", "mksh", "zsh", "dash", "bash"] as const)(
  "files are read and written with %s as sh",
  async (shell, context) => {
    await using other = await connect();
    const { home } = other.fake;
    const program = shell === "dash" || shell === "bash" ? `/bin/${shell}` : await requireProgram(shell, context);
    const bin = join(home, "bin");
    await mkdir(bin);
    await symlink(program, join(bin, "sh"));
    // With busybox every program is its own.
    if (shell === "busybox")
      for (const name of ["cat", "wc", "stat", "mv", "chmod", "chown", "rm", "rmdir", "readlink", "mkdir", "head"])
        await symlink(program, join(bin, name));
    const path = [bin, ...(shell === "busybox" ? [] : ["/usr/bin", "/bin"])].join(delimiter);
    await other.fake.behave({ path });
    const { read, change } = createFileOperations(other.connection);
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const file = join(home, "it's -a\nfile");
    await change.writeFile(file, bytes.toString("latin1"));
    await chmod(file, 0o640);
    await change.writeFile(file, bytes);
    expect(await read.readFile(file)).toEqual(bytes);
    expect(await readFile(file)).toEqual(bytes);
    await change.mkdir(join(home, "a/b c"));
    await writeFile(join(home, "a/.hidden"), "");
    const ls = createLsOperations(other.connection);
    expect(await ls.exists(join(home, "a"))).toBe(true);
    expect([...(await ls.readdir(join(home, "a")))].sort()).toEqual([".hidden", "b c"]);
    expect(await read.examine?.(file)).toEqual({ kind: "file", size: 1000, head: bytes });
    expect(await read.examine?.(join(home, "a"))).toMatchObject({ kind: "folder" });
    expect(await read.examine?.(join(home, "gone"))).toBeUndefined();
    await read.download?.(file, join(home, "copy"), { maxBytes: 1000 });
    expect(await readFile(join(home, "copy"))).toEqual(bytes);
    const tooLarge = read.download?.(file, join(home, "none"), { maxBytes: 999 });
    await expect(tooLarge).rejects.toMatchObject({ code: "ETOOLARGE" });
    await symlink("nowhere", join(home, "broken"));
    await symlink("a", join(home, "link"));
    expect(await change.isAbsent(join(home, "broken"))).toBe(false);
    expect(await change.modeOf(file)).toBe(0o640);
    await change.setMode(file, 0o600);
    expect(await change.modeOf(file)).toBe(0o600);
    expect(await change.identify(join(home, "link/new"))).toBe(join(home, "a/new"));
    const made = await change.makeFolderOf(join(home, "x/y z/file"));
    expect(made).toEqual({ folder: join(home, "x/y z"), made: join(home, "x") });
    expect(await change.makeFolderOf(join(home, "x/y z/file"))).toEqual({ ...made, made: undefined });
    await change.removeFolder(join(home, "x/y z"));
    await change.remove(join(home, "broken"));
    expect(await change.isAbsent(join(home, "broken"))).toBe(true);
    await expect(change.remove(join(home, "a"))).rejects.toMatchObject({ code: "EISDIR" });
    await expect(read.readFile(join(home, "gone"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(read.readFile(join(home, "a"))).rejects.toMatchObject({ code: "EISDIR" });
    await expect(change.writeFile(join(home, "gone/x"), "")).rejects.toMatchObject({ code: "ENOENT" });
  },
);
