import { glob } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse } from "smol-toml";
import type { Task } from "../task.ts";
import { firstFile } from "./first-file.ts";

interface CargoFile {
  readonly package?: { readonly name?: string };
  readonly workspace?: { readonly members?: readonly string[]; readonly exclude?: readonly string[] };
  readonly bin?: readonly Target[];
  readonly example?: readonly Target[];
  readonly test?: readonly Target[];
}

interface Target {
  readonly name?: string;
}

/** Resolves to the programs, examples and tests of a package; in a workspace those of its members, as `<package>/bin/<name>`. */
export async function cargoTasks(cwd: string): Promise<Task[] | undefined> {
  const root = await readCargo(cwd);
  if (!root) return undefined;
  const own = await targetsOf(cwd, root);
  const { members = [], exclude = [] } = root.workspace ?? {};
  if (!root.workspace) return own.map(({ name, command }) => ({ name, command: `cargo ${command}`, separator: "--" }));
  const tasks = root.package ? prefixed(root, own) : [];
  const folders: string[] = [];
  for await (const file of glob(
    members.map((member) => `${member}/Cargo.toml`),
    { cwd, exclude: [...exclude] },
  ))
    folders.push(dirname(file));
  for (const folder of folders.sort()) {
    const member = await readCargo(join(cwd, folder));
    if (member?.package) tasks.push(...prefixed(member, await targetsOf(join(cwd, folder), member)));
  }
  return tasks;
}

function prefixed(file: CargoFile, targets: readonly CargoTarget[]): Task[] {
  const name = file.package?.name ?? "";
  return targets.map((target) => ({
    name: `${name}/${target.name}`,
    command: `cargo ${target.command.replace(/^(\w+)/, `$1 -p ${name}`)}`,
    separator: "--",
  }));
}

interface CargoTarget {
  readonly name: string;
  readonly command: string;
}

async function targetsOf(folder: string, file: CargoFile): Promise<CargoTarget[]> {
  const main = (await firstFile(folder, ["src/main.rs"])) === undefined ? [] : [file.package?.name ?? ""];
  const bins = await targetNames(folder, ["src/bin/*.rs", "src/bin/*/main.rs"], file.bin);
  const examples = await targetNames(folder, ["examples/*.rs", "examples/*/main.rs"], file.example);
  const tests = await targetNames(folder, ["tests/*.rs", "tests/*/main.rs"], file.test);
  return [
    ...[...new Set([...main, ...bins])].map((name) => ({ name: `bin/${name}`, command: `run --bin ${name}` })),
    ...examples.map((name) => ({ name: `example/${name}`, command: `run --example ${name}` })),
    ...tests.map((name) => ({ name: `test/${name}`, command: `test --test ${name}` })),
  ];
}

/** Resolves to the targets named in the file and those in cargo's standard places. */
async function targetNames(
  folder: string,
  patterns: readonly string[],
  named: readonly Target[] = [],
): Promise<string[]> {
  const names = new Set(named.flatMap(({ name }) => name ?? []));
  for await (const file of glob([...patterns], { cwd: folder }))
    names.add(basename(file) === "main.rs" ? basename(dirname(file)) : basename(file, ".rs"));
  return [...names].sort();
}

async function readCargo(folder: string): Promise<CargoFile | undefined> {
  const text = await firstFile(folder, ["Cargo.toml"]);
  return text === undefined ? undefined : (parse(text) as CargoFile);
}
