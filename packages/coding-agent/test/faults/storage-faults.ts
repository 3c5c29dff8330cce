import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { canActAsOthers, type Workspace } from "@tau/testkit";
import { canMount, mountDisk, mountReadOnly, unmount } from "../support/mounted-disk.ts";
import { type FaultCase, type PreparedFault, TOOL_TURNS } from "./fault-cases.ts";

type Place = "home" | "workspace" | "temporary folder";

const PLACES: Readonly<Record<Place, (workspace: Workspace) => string>> = {
  home: ({ tauHome }) => tauHome,
  workspace: ({ cwd }) => cwd,
  "temporary folder": ({ env }) => env.TMPDIR ?? tmpdir(),
};

/** Disks that are full, from the start or from a turn on. */
export function diskFullCases(): FaultCase[] {
  if (!canMount()) return [];
  const places = Object.keys(PLACES) as Place[];
  const starts = [undefined, ...Array.from({ length: TOOL_TURNS + 1 }, (_, turn) => turn)];
  return places.flatMap((place) =>
    starts.map((at) => ({
      name: `the disk of the ${place} is full from ${at === undefined ? "the start" : `turn ${at}`} on`,
      prepare: ({ workspace }) => fillDisk(PLACES[place](workspace), at),
    })),
  );
}

function fillDisk(folder: string, at: number | undefined): PreparedFault {
  replaceByDisk(folder);
  const filler = join(folder, ".filler");
  const fill = () => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  };
  if (at === undefined) fill();
  const begin = at === undefined ? {} : { at, begin: fill };
  return { ...begin, end: () => rmSync(filler), dispose: () => unmount(folder) };
}

const DISK_KILOBYTES = 4096;

/** Mounts a small disk on a folder and copies the files of the folder to it. */
function replaceByDisk(folder: string): void {
  const copy = join(dirname(folder), `${basename(folder)}-copy`);
  cpSync(folder, copy, { recursive: true });
  mountDisk(folder, DISK_KILOBYTES);
  cpSync(copy, folder, { recursive: true });
  rmSync(copy, { recursive: true });
}

/** Folders that are mounted read-only. */
export function readOnlyCases(): FaultCase[] {
  if (!canMount()) return [];
  return (Object.keys(PLACES) as Place[]).map((place) => ({
    name: `the ${place} is on a read-only disk`,
    prepare: ({ workspace }) => {
      const folder = PLACES[place](workspace);
      mountReadOnly(folder);
      return { end: () => unmount(folder) };
    },
  }));
}

/** Folders without the rights that Tau needs; it runs as another user then, because root may do everything. */
export function rightsCases(): FaultCase[] {
  if (!canActAsOthers()) return [];
  const modes = { unreadable: 0o300, unwritable: 0o500, closed: 0o000 };
  const places = Object.keys(PLACES) as Place[];
  return places.flatMap((place) =>
    Object.entries(modes).flatMap(([word, mode]) =>
      [undefined, 1].map((at) => ({
        name: `the ${place} is ${word} from ${at === undefined ? "the start" : `turn ${at}`} on`,
        prepare: ({ workspace }) => {
          const folder = PLACES[place](workspace);
          giveToNobody(dirname(workspace.cwd));
          const begin = () => chmodSync(folder, mode);
          if (at === undefined) begin();
          const through = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
          return {
            ...(at === undefined ? {} : { at, begin }),
            through,
            end: () => {
              chmodSync(folder, 0o700);
              giveToRoot(dirname(workspace.cwd));
            },
          };
        },
      })),
    ),
  );
}

const NOBODY = 65_534;

function giveToNobody(folder: string): void {
  own(folder, NOBODY);
}

function giveToRoot(folder: string): void {
  own(folder, 0);
}

function own(folder: string, user: number): void {
  chownSync(folder, user, user);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(join(folder, name), user, user);
  }
}

/** Processes that may open few files. */
export function openFilesCases(limits: readonly number[]): FaultCase[] {
  if (spawnSync("prlimit", ["--version"]).status !== 0) return [];
  return limits.map((limit) => ({
    name: `at most ${limit} open files`,
    prepare: () => ({ through: ["prlimit", `--nofile=${limit}:${limit}`] }),
  }));
}

/** Files of Tau's home that are folders, and the reverse. */
export function wrongKindCases(): FaultCase[] {
  const names = ["sessions", "snapshots", "cache", "logs", "trust.json", "auth.json"];
  return names.map((name) => ({
    name: `${name} in Tau's home is of the wrong kind`,
    prepare: ({ workspace }) => {
      const path = join(workspace.tauHome, name);
      if (name.endsWith(".json")) mkdirSync(path);
      else writeFileSync(path, "in the way");
      return { end: () => rmSync(path, { recursive: true }) };
    },
  }));
}
