import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type ExtensionProcesses, findProjectProgram, foldersUpwards, type ProgramPlace } from "@tau/coding-agent";
import { DebugError } from "../debug-error.ts";
import type { AdapterSpec, AttachTarget } from "./adapter-spec.ts";
import type { ProgramKind } from "./program-kind.ts";

/** An adapter that is installed. */
export interface FoundAdapter {
  readonly spec: AdapterSpec;
  /** The absolute path of its program; empty if the program to debug is connected to directly. */
  readonly program: string;
}

export interface AdapterSearch {
  readonly adapters: readonly AdapterSpec[];
  readonly place: ProgramPlace;
  readonly processes: Pick<ExtensionProcesses, "run" | "hasSandbox">;
}

const PROBE_MS = 15_000;
const PROBE_BYTES = 1_000_000;

/** Resolves to the adapter for a program: the named one, or by extension, first line, root marker or machine code. */
export async function adapterForLaunch(
  search: AdapterSearch,
  kind: ProgramKind,
  name: string | undefined,
): Promise<FoundAdapter> {
  const suited = name === undefined ? await suitedFor(search, kind) : [named(search, name)];
  if (suited.length === 0) {
    const what = kind.isFolder ? "a folder without a known project" : kind.extension || "no extension";
    throw new DebugError(
      "no-adapter",
      `No debugger adapter available for ${kind.path} (${what}). ${await installedText(search)} Name one with adapter.`,
    );
  }
  return await firstInstalled(search, suited, `to debug ${kind.path}`);
}

/** Resolves to the adapter for a running process. For a port, the first that attaches to one: debugpy. */
export async function adapterForAttach(
  search: AdapterSearch,
  target: AttachTarget,
  name: string | undefined,
): Promise<FoundAdapter> {
  const suits = (spec: AdapterSpec) => (target.port === undefined ? spec.attachesToPid : spec.attachesToPort);
  const known = name === undefined ? search.adapters.filter((spec) => !spec.attachesByName) : [named(search, name)];
  // A process may be of any language.
  const suited = known.filter((spec) => suits(spec) && (name || target.port !== undefined || spec.binaries === "any"));
  const [first] = suited;
  if (!first) throw new DebugError("not-supported", `${name} cannot attach to a ${target.port ? "port" : "process"}.`);
  if (target.port !== undefined && first.attachesToPort === "direct") return { spec: first, program: "" };
  return await firstInstalled(search, suited, "to attach");
}

function named({ adapters }: AdapterSearch, name: string): AdapterSpec {
  const spec = adapters.find((each) => each.name === name);
  if (spec) return spec;
  const names = adapters.map((each) => each.name).join(", ");
  throw new DebugError("no-adapter", `There is no debugger adapter ${name}. Known adapters: ${names}.`);
}

async function suitedFor({ adapters, place }: AdapterSearch, kind: ProgramKind): Promise<AdapterSpec[]> {
  const { extension, interpreter, isBinary, isFolder, path } = kind;
  const byType = adapters.filter(({ fileTypes }) => extension !== "" && fileTypes.includes(extension));
  if (byType.length > 0 && !isBinary) return byType;
  const byLine = adapters.filter(
    ({ interpreters = [] }) => interpreter !== undefined && interpreters.includes(interpreter),
  );
  if (byLine.length > 0) return byLine;
  const names = new Set<string>();
  for (const folder of foldersUpwards(isFolder ? path : dirname(path), place.cwd))
    for (const name of await readdir(folder).catch(() => [])) names.add(name);
  const isMarked = ({ rootMarkers }: AdapterSpec) => rootMarkers.some((marker) => matches(marker, names));
  if (!isBinary) return adapters.filter((spec) => spec.binaries !== "any" && isMarked(spec));
  const own = adapters.filter((spec) => spec.binaries === "own" && isMarked(spec));
  return [
    ...own,
    ...byType.filter(({ binaries }) => binaries === undefined),
    ...adapters.filter((spec) => spec.binaries === "any"),
  ];
}

function matches(marker: string, names: ReadonlySet<string>): boolean {
  return marker.startsWith("*") ? [...names].some((name) => name.endsWith(marker.slice(1))) : names.has(marker);
}

async function firstInstalled(
  search: AdapterSearch,
  suited: readonly AdapterSpec[],
  purpose: string,
): Promise<FoundAdapter> {
  for (const spec of suited) {
    const program = await findAdapter(search, spec);
    if (program !== undefined) return { spec, program };
  }
  const missing = suited.map(({ name }) => name).join(" or ");
  const [first] = suited;
  throw new DebugError(
    "no-adapter",
    `No debugger adapter available ${purpose}: ${missing} is not installed${first?.probe ? " or does not serve" : ""}. To install ${first?.name}: ${first?.install}. ${await installedText(search)}`,
  );
}

/** Resolves to the path of an adapter's program, if it is installed and passes its probe. */
export async function findAdapter(
  { place, processes }: Pick<AdapterSearch, "place" | "processes">,
  { commands, probe }: AdapterSpec,
): Promise<string | undefined> {
  for (const command of commands) {
    const program = await findProjectProgram(command, place.cwd, place);
    if (program === undefined) continue;
    if (!probe) return program;
    // Not in the project's folder, from which an interpreter would load modules.
    // The program may be one that a confined command has put into the project.
    const sandbox = await processes.hasSandbox();
    const options = { cwd: "/", timeoutMs: PROBE_MS, maxBytes: PROBE_BYTES, sandbox };
    const ran = await processes.run(program, probe.args, options).catch(() => undefined);
    if (ran?.ended === "exit" && ran.exitCode === 0 && probe.accepts(ran.stdout.toString("utf8"))) return program;
  }
  return undefined;
}

async function installedText(search: AdapterSearch): Promise<string> {
  const found = await Promise.all(
    search.adapters.map(async (spec) => ((await findAdapter(search, spec)) ? spec.name : "")),
  );
  return `Installed adapters: ${found.filter((name) => name !== "").join(", ") || "none"}.`;
}
