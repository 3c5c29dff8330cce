import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { printLine } from "../../core/output/print.ts";
import { expandTilde, getAgentDir } from "../../core/paths/index.ts";
import { discoverySources } from "../../core/resources/discovery/places.ts";
import { SettingsStore } from "../../core/settings/index.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { importFiles } from "../import/import-files.ts";
import { saveRecord, undoImport } from "../import/import-record.ts";
import { describeOutcomes } from "../import/outcome.ts";
import { type ImportSource, importSources } from "../import/source.ts";
import { flag, text } from "../options/option.ts";
import { noWord, onlyWord, readCommandLine } from "./command-line.ts";

const table = {
  from: text({ group: "Resources", placeholder: "folder", description: "Its home folder, if it is not the usual one" }),
  credentials: flag({ group: "Resources", description: "Import keys and logins too" }),
  dryRun: flag({ group: "Process", description: "Show what would be done" }),
  undo: flag({ group: "Process", description: "Undo the last import" }),
} as const;

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  if (options.undo) return await undo(words, options.dryRun ?? false);
  const names = importSources.map(({ name }) => name).join(" | ");
  const wanted = onlyWord(words, `tau import <${names}> [--from <folder>] [--credentials] [--dry-run]`);
  const source = importSources.find(({ name }) => name === wanted);
  if (!source) throw usageError(`Tau cannot import from ${wanted}, only from ${names}.`);
  const from = resolve(options.from ?? homeOf(source));
  const found = await stat(from).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new CliError(`${from} is not a folder. Name its home with --from.`, ExitCode.configuration);
  if (!found) throw new CliError(`There is no ${from}. Name its home with --from.`, ExitCode.configuration);
  const record = { source: source.name, created: {}, merged: {} };
  const outcomes = await importFiles({
    ...{ source, from, record },
    to: getAgentDir(),
    isReadInPlace: placesReadBy(source, from),
    wantsCredentials: askForCredentials(options.dryRun ? (options.credentials ?? false) : options.credentials),
    dryRun: options.dryRun ?? false,
  });
  if (!options.dryRun) saveRecord(getAgentDir(), record);
  printLine(describeOutcomes(outcomes).trimEnd());
  return ExitCode.done;
}

async function undo(words: readonly string[], dryRun: boolean): Promise<number> {
  noWord(words, "tau import --undo [--dry-run]");
  const outcomes = await undoImport(getAgentDir(), dryRun);
  if (!outcomes) throw new CliError("There is no import to undo.", ExitCode.configuration);
  printLine(describeOutcomes(outcomes).trimEnd());
  return ExitCode.done;
}

/** Tells which entries of another agent's home Tau reads in place: none if that home was moved or if the settings disable that agent. */
function placesReadBy({ name, home }: ImportSource, from: string): (entry: string) => boolean {
  const isOff = SettingsStore.open(process.cwd(), getAgentDir()).get("disabledProviders")?.includes(name);
  if (isOff || from !== join(homedir(), home)) return () => false;
  const places = discoverySources.find(({ id }) => id === name)?.places ?? [];
  const read = new Set(places.flatMap(({ base, path }) => (base === "home" ? [path] : [])));
  return (entry) => read.has(`${home}/${entry}`);
}

/** Returns the agent's home. Ignores a variable that points to Tau's own home: Tau set it, for extensions. */
function homeOf({ home, variable }: ImportSource): string {
  const moved = variable === undefined ? undefined : process.env[variable];
  const place = moved ? resolve(expandTilde(moved)) : undefined;
  return place === undefined || place === getAgentDir() ? join(homedir(), home) : place;
}

/** Copies keys only if the user agrees, by the flag or at the terminal. Without a terminal the answer is no. */
function askForCredentials(flag: boolean | undefined): (file: string) => Promise<boolean> {
  return async (file) => {
    if (flag !== undefined) return flag;
    const { stdin: input, stderr: output } = process;
    if (!input.isTTY || !output.isTTY) return false;
    const terminal = createInterface({ input, output });
    try {
      const answer = await terminal.question(`Import the keys and logins in ${file} too? [y/N] `);
      return /^y(?:es)?$/i.test(answer.trim());
    } finally {
      terminal.close();
    }
  };
}
