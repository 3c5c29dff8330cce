import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createWorkspace,
  repositoryRoot,
  scriptedModels,
  startCli,
  startModelServer,
  type Workspace,
} from "@tau/testkit";
import { installOne, type PinnedPackage } from "./install.ts";

const LIST = join(import.meta.dirname, "load-all.json");
/** Not part of the repository: messages name places of the machine. */
const RESULTS = join(repositoryRoot, ".cache/load-all.json");
const RECORDER = join(import.meta.dirname, "record-registrations.ts");
const PI = { name: "@earendil-works/pi-coding-agent", version: "0.87.1" };
const CONCURRENCY = 3;
const LIMIT = 60_000;

/** What one program made of a package: the names that it registers by kind, why it did not load, what the recorder met. */
interface Loaded {
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly string[];
  readonly notes: readonly string[];
}

interface Compared {
  readonly package: string;
  readonly tau: Loaded;
  readonly pi: Loaded;
}

/** Loads the packages of load-all.json, or those of these names, in Tau and in a published pi and compares what they register there. */
export async function loadAll(names: readonly string[] = []): Promise<boolean> {
  const all = JSON.parse(await readFile(LIST, "utf8")) as PinnedPackage[];
  const list = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const pi = join(await installOne(PI), "dist/bundle/cli.js");
  const rows: Compared[] = [];
  const notInstalled: string[] = [];
  const rest = [...list];
  const work = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) {
      const folder = await installOne(one).catch((error: unknown) => void notInstalled.push(`${one?.name}: ${error}`));
      if (folder) rows.push({ package: one.name, tau: await load(folder), pi: await load(folder, pi) });
      if (folder) console.log(line(rows.at(-1) as Compared));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await writeFile(
    RESULTS,
    `${JSON.stringify(
      rows.toSorted((a, b) => (a.package < b.package ? -1 : 1)),
      null,
      1,
    )}\n`,
  );
  return report(rows, notInstalled);
}

function report(rows: readonly Compared[], notInstalled: readonly string[]): boolean {
  const inTau = rows.filter(({ tau }) => tau.errors.length === 0).length;
  const inPi = rows.filter(({ pi }) => pi.errors.length === 0).length;
  const same = rows.filter(({ tau, pi }) => JSON.stringify(tau.names) === JSON.stringify(pi.names)).length;
  for (const reason of notInstalled) console.log(`not installed: ${reason.split("\n")[0]}`);
  console.log(
    `load-all: ${rows.length} installed, ${inTau} load in Tau, ${inPi} in pi, ${same} register the same names`,
  );
  return inTau >= inPi;
}

function line({ package: name, tau, pi }: Compared): string {
  const kinds = new Set([...Object.keys(tau.names), ...Object.keys(pi.names)]);
  const differences = [...kinds].flatMap((kind) => {
    const [ours, theirs] = [tau.names[kind] ?? [], pi.names[kind] ?? []];
    return [
      ...theirs.filter((one) => !ours.includes(one)).map((one) => `${kind} ${one} only in pi`),
      ...ours.filter((one) => !theirs.includes(one)).map((one) => `${kind} ${one} only in Tau`),
    ];
  });
  const errors = [
    ...[...tau.errors, ...tau.notes].map((error) => `Tau: ${error}`),
    ...pi.notes.map((error) => `pi: ${error}`),
  ];
  return [name, ...errors, ...differences].join("\n  ");
}

/** Through the recorder, for the names; in Tau also as it is, for what it says of a package that it does not load. */
async function load(folder: string, pi?: string): Promise<Loaded> {
  const { record } = await start({}, ["-e", RECORDER], { TAU_RECORD_PACKAGE: folder }, pi);
  const lines = record.split("\n").filter(Boolean);
  const recorded = lines.map((text) => JSON.parse(text) as [kind: string, name: string]);
  const kinds = new Set(recorded.map(([kind]) => kind).filter((kind) => kind !== "error" && kind !== "end"));
  const namesOf = (kind: string) =>
    [...new Set(recorded.filter(([one]) => one === kind).map(([, name]) => name))].sort();
  const notes = recorded.filter(([kind]) => kind === "error").map(([, message]) => message);
  if (recorded.length === 0) notes.push("it never finished loading");
  const said = pi ? [] : (await start({ packages: [folder] }, [], {})).stderr.split("\n");
  return {
    names: Object.fromEntries([...kinds].sort().map((kind) => [kind, namesOf(kind)])),
    errors: pi ? notes : said.filter((text) => /was not loaded/.test(text)),
    notes,
  };
}

async function start(
  settings: object,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cli?: string,
): Promise<{ readonly stderr: string; readonly record: string }> {
  await using server = await startModelServer({ script: [] });
  await using workspace = await createWorkspace({ git: true });
  await workspace.configure("models.json", scriptedModels(server));
  const chosen = { defaultProvider: "scripted", defaultModel: "scripted", ...settings };
  await workspace.configure("settings.json", chosen);
  if (cli) await usePiHome(workspace);
  const file = workspace.path("../record.jsonl");
  await writeFile(file, "");
  const more = { TAU_RECORD_FILE: file, PI_OFFLINE: "1", ...env };
  const program = startCli({
    workspace,
    stdin: "open",
    args: ["--mode", "rpc", ...args],
    env: more,
    ...(cli ? { cli } : {}),
  });
  program.write(`${JSON.stringify({ id: "c", type: "get_commands" })}\n`);
  await program.waitForOutput(/"id":"c"/, { timeoutMs: LIMIT }).catch(() => undefined);
  const { stderr } = await program.kill();
  return { stderr, record: await readFile(file, "utf8") };
}

async function usePiHome(workspace: Workspace): Promise<void> {
  await mkdir(join(workspace.home, ".pi"), { recursive: true });
  if (!existsSync(join(workspace.home, ".pi/agent")))
    await symlink(await realpath(workspace.tauHome), join(workspace.home, ".pi/agent"));
}
