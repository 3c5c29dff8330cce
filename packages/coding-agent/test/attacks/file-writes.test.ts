import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { canActAsOthers } from "@tau/testkit";
import { expect } from "vitest";
import { localFiles } from "../../src/core/files/index.ts";
import { sourceUrl } from "../core/run-script.ts";
import { tempFolder } from "../core/temp-folder.ts";
import { testAttempts } from "./attempt.ts";
import { runLimited } from "./limited-script.ts";
import { canMount, smallDisk } from "./small-disk.ts";

const OLD = "old ".repeat(10_000);
/** An expression: the text itself is too long for a command line. */
const NEW = '"NEW ".repeat(40_000)';

/** What is tried: the process that writes is stopped, starved or watched. Required: old content or new, under every name, for its readers alone. */
testAttempts([
  {
    attempt: "the disk is full while a file with two names is written",
    outcome: "both names have the old text",
    run: async () => {
      const { folder, names } = await linkedFile();
      for (const step of [1, 2]) {
        const exit = await writeAndFail(names[0], { step, home: folder, how: "full" });
        expect(exit.stdout).toBe("ENOSPC");
        expect(names.map(textOf)).toEqual([OLD, OLD]);
      }
      expect(await readdir(join(folder, "interrupted"))).toEqual([]);
    },
  },
  {
    attempt: "the disk is full when the copy of the old text is made",
    outcome: "nothing was touched",
    run: async () => {
      const { folder, names } = await linkedFile();
      const exit = await write(names[0], { kilobytes: 20, home: folder });
      expect(exit.stdout).toBe("EFBIG");
      expect(names.map(textOf)).toEqual([OLD, OLD]);
      expect(await readdir(join(folder, "interrupted"))).toEqual([]);
    },
  },
  {
    attempt: "Tau is killed while a file with two names is written, then changes it again",
    outcome: "the next change finds the old text under both names",
    run: async () => {
      const { folder, names } = await linkedFile();
      for (const step of [1, 2]) {
        const exit = await writeAndFail(names[0], { step, home: folder, how: "killed" });
        expect(exit.signal).toBe("SIGKILL");
        expect(textOf(names[0])).not.toBe(OLD);
        expect(await readInQueue(names[1], folder)).toBe(OLD);
        expect(names.map(textOf)).toEqual([OLD, OLD]);
      }
      expect(await readdir(join(folder, "interrupted"))).toEqual([]);
    },
  },
  {
    attempt: "Tau is killed while a file with two names is written, and its user repairs the file",
    outcome: "the user's text stays",
    run: async () => {
      const { folder, names } = await linkedFile();
      await writeAndFail(names[0], { step: 2, home: folder, how: "killed" });
      writeFileSync(names[0], "repaired by hand");
      expect(await readInQueue(names[1], folder)).toBe("repaired by hand");
    },
  },
  {
    attempt: "a real disk without room, a file with two names",
    outcome: "both names have the old text",
    needs: canMount,
    run: async () => {
      const disk = await smallDisk(96);
      const names = [join(disk, "one"), join(disk, "two")] as const;
      writeFileSync(names[0], OLD);
      linkSync(...names);
      const exit = await write(names[0], { kilobytes: 10_000, home: await tempFolder() });
      expect(exit.stdout).toBe("ENOSPC");
      expect(names.map(textOf)).toEqual([OLD, OLD]);
    },
  },
  {
    attempt: "a real disk without room, a file with one name",
    outcome: "the old text, and no other file",
    needs: canMount,
    run: async () => {
      const disk = await smallDisk(96);
      writeFileSync(join(disk, "one"), OLD);
      await expect(localFiles.writeFile(join(disk, "one"), "NEW ".repeat(40_000))).rejects.toMatchObject({
        code: "ENOSPC",
      });
      expect(textOf(join(disk, "one"))).toBe(OLD);
      expect(await readdir(disk)).toEqual(["one"]);
    },
  },
  {
    attempt: "Tau is killed while it writes a file of mode 0600",
    outcome: "what is left of the new text is closed to others",
    run: async () => {
      const folder = await tempFolder();
      const path = join(folder, "secret.env");
      writeFileSync(path, OLD, { mode: 0o600 });
      await killBeforeMode(path);
      const left = (await readdir(folder)).filter((name) => name !== "secret.env");
      expect(left).toHaveLength(1);
      expect((await stat(join(folder, left[0] ?? ""))).mode & 0o777).toBe(0o600);
      expect(textOf(path)).toBe(OLD);
    },
  },
  {
    attempt: "Tau is killed while it writes a file that a group may read",
    outcome: "what is left of the new text is closed to the writer's own group",
    run: async () => {
      const folder = await tempFolder();
      const path = join(folder, "shared");
      writeFileSync(path, OLD);
      chmodSync(path, 0o640);
      await killBeforeMode(path);
      const left = (await readdir(folder)).filter((name) => name !== "shared");
      expect((await stat(join(folder, left[0] ?? ""))).mode & 0o777).toBe(0o600);
    },
  },
  {
    attempt: "a file of another owner, whose group cannot be kept, is replaced",
    outcome: "the writer's group may not read what it could not before",
    needs: canActAsOthers,
    run: async () => {
      const folder = await tempFolder();
      const path = join(folder, "shared");
      writeFileSync(path, OLD);
      chmodSync(path, 0o4662);
      chmodSync(folder, 0o777);
      const source = `process.setgid(65534); process.setuid(65534); ${writing(path, '"new"')}`;
      await runLimited({ source, kilobytes: 10_000, env: { TAU_HOME: folder } });
      expect(textOf(path)).toBe("new");
      expect(await stat(path)).toMatchObject({ uid: 65_534, mode: 0o100622 });
    },
  },
  {
    attempt: "a file of another owner is replaced by root",
    outcome: "it keeps owner, group and mode",
    needs: () => process.getuid?.() === 0,
    run: async () => {
      const path = join(await tempFolder(), "theirs");
      writeFileSync(path, OLD);
      chownSync(path, 1234, 4321);
      chmodSync(path, 0o640);
      await localFiles.writeFile(path, "new");
      expect(await stat(path)).toMatchObject({ uid: 1234, gid: 4321, mode: 0o100640 });
    },
  },
  {
    attempt: "a folder that takes no new file, and no room for the text",
    outcome: "the old text",
    needs: canActAsOthers,
    run: async () => {
      const [folder, home] = [await tempFolder(), await tempFolder()];
      const path = join(folder, "file");
      writeFileSync(path, OLD);
      chmodSync(path, 0o666);
      chmodSync(folder, 0o755);
      chmodSync(home, 0o777);
      const source = `process.setgid(65534); process.setuid(65534); ${writing(path)}`;
      const exit = await runLimited({ source, kilobytes: 60, env: { TAU_HOME: home } });
      expect(exit.stdout).toBe("EFBIG");
      expect(textOf(path)).toBe(OLD);
    },
  },
  ...["x".repeat(255), "語".repeat(85)].map((name) => ({
    attempt: `a name of 255 bytes, ${[...name].length} characters`,
    outcome: "the file is made and replaced",
    run: async () => {
      const folder = await tempFolder();
      await localFiles.writeFile(join(folder, name), "one");
      await localFiles.writeFile(join(folder, name), "two");
      expect(textOf(join(folder, name))).toBe("two");
      expect(await readdir(folder)).toEqual([name]);
    },
  })),
  {
    attempt: "files of killed writers lie in the folder",
    outcome: "old ones go with the next write, young ones and other files stay",
    run: async () => {
      const folder = await tempFolder();
      const names = [".tau-0123456789abcdef.tmp", ".tau-fedcba9876543210.tmp", ".tau-notes.tmp"];
      for (const name of names) writeFileSync(join(folder, name), "part");
      const yesterday = Date.now() / 1000 - 86_400;
      for (const name of [names[0], names[2]]) utimesSync(join(folder, name ?? ""), yesterday, yesterday);
      await localFiles.writeFile(join(folder, "file"), "text");
      expect((await readdir(folder)).sort()).toEqual([names[1], names[2], "file"].sort());
    },
  },
  {
    attempt: "a link with the name of a killed writer's file leads to a file of the user's",
    outcome: "the user's file stays",
    run: async () => {
      const folder = await tempFolder();
      writeFileSync(join(folder, "precious"), "kept");
      utimesSync(join(folder, "precious"), 1, 1);
      symlinkSync("precious", join(folder, ".tau-0123456789abcdef.tmp"));
      await localFiles.writeFile(join(folder, "file"), "text");
      expect(textOf(join(folder, "precious"))).toBe("kept");
    },
  },
  {
    attempt: "a link is written through",
    outcome: "it stays a link, and its target has the text and its own mode",
    run: async () => {
      const folder = await tempFolder();
      await mkdir(join(folder, "real"));
      writeFileSync(join(folder, "real/a"), OLD, { mode: 0o600 });
      symlinkSync("real/a", join(folder, "link"));
      await localFiles.writeFile(join(folder, "link"), "new");
      expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
      expect((await stat(join(folder, "real/a"))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, "real/a"), "utf8")).toBe("new");
    },
  },
  {
    attempt: "the power fails after keys, trust or settings were written",
    outcome: "file and folder were confirmed by the disk before the write counted as done",
    run: async () => {
      const home = await tempFolder();
      const source = `
        import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
        const real = fs.fsyncSync; const synced = [];
        fs.fsyncSync = (file) => { synced.push(fs.fstatSync(file).isDirectory() ? "folder" : "file"); return real(file); };
        syncBuiltinESMExports();
        const { CredentialFile } = await import(${JSON.stringify(sourceUrl("core/auth/credential-file.ts"))});
        const { ProjectTrustStore } = await import(${JSON.stringify(sourceUrl("core/trust/trust-store.ts"))});
        const { FileSettingsStorage } = await import(${JSON.stringify(sourceUrl("core/settings/storage.ts"))});
        new CredentialFile(${JSON.stringify(join(home, "auth.json"))}).change("a", () => ({ type: "api_key", key: "k" }));
        new ProjectTrustStore(${JSON.stringify(home)}).set("/", true);
        new FileSettingsStorage("/", ${JSON.stringify(home)}).withLock("global", () => "{}");
        process.stdout.write(synced.join(" "));`;
      const exit = await runLimited({ source, kilobytes: 10_000 });
      expect(exit).toMatchObject({ stderr: "", stdout: Array(3).fill("file folder").join(" ") });
      expect((await readdir(home)).sort()).toEqual(["auth.json", "settings.json", "trust.json"]);
    },
  },
]);

async function linkedFile() {
  const folder = await tempFolder();
  const names = [join(folder, "one"), join(folder, "two")] as const;
  writeFileSync(names[0], OLD);
  linkSync(...names);
  return { folder, names };
}

/** Prints the code of the error, if there is one. */
function writing(path: string, text = NEW): string {
  return `
    const { localFiles } = await import(${JSON.stringify(sourceUrl("core/files/index.ts"))});
    await localFiles.writeFile(${JSON.stringify(path)}, ${text}).catch(({ code }) => process.stdout.write(code));`;
}

function write(path: string, { home, ...limits }: { kilobytes: number; home: string }) {
  return runLimited({ source: writing(path), ...limits, env: { TAU_HOME: home } });
}

/** Writes in two steps: what is longer than the old text, then the rest. One of them stops after 5000 bytes. */
function writeAndFail(path: string, { step, home, how }: { step: number; home: string; how: "full" | "killed" }) {
  const source = `
    import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const real = fs.writeSync;
    let calls = 0;
    fs.writeSync = (file, bytes, from, length, position) => {
      if (typeof position !== "number" || ++calls !== ${step}) return real(file, bytes, from, length, position);
      real(file, bytes, from, 5_000, position);
      if (${how === "killed"}) process.kill(process.pid, "SIGKILL");
      throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    };
    syncBuiltinESMExports();
    ${writing(path)}`;
  return runLimited({ source, kilobytes: 10_000, env: { TAU_HOME: home } });
}

/** The new text is on disk, and has not got the mode of the old. */
async function killBeforeMode(path: string): Promise<void> {
  const source = `
    import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    fs.chmodSync = fs.fchmodSync = fs.promises.chmod = () => process.kill(process.pid, "SIGKILL");
    syncBuiltinESMExports();
    ${writing(path)}`;
  expect((await runLimited({ source, kilobytes: 10_000 })).signal).toBe("SIGKILL");
}

/** What a change by Tau finds in the file. */
async function readInQueue(path: string, home: string): Promise<string> {
  const source = `
    import { readFileSync } from "node:fs";
    const { withFileMutationQueue } = await import(${JSON.stringify(sourceUrl("core/files/index.ts"))});
    const path = ${JSON.stringify(path)};
    process.stdout.write(await withFileMutationQueue(path, async () => readFileSync(path, "utf8")));`;
  return (await runLimited({ source, kilobytes: 10_000, env: { TAU_HOME: home } })).stdout;
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "(none)";
}
