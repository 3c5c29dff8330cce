import { ADAPTERS } from "../../packages/extensions/debug/adapters/table.ts";
import { code, markdownTable } from "./markdown-table.ts";

const SHOWN = 4;

/** Returns the table of the debug adapters that are recognised without configuration. */
export function debugAdapterTable(): string {
  return markdownTable(
    ["adapter", "languages", "programs", "files", "tested", "how to get it"],
    ADAPTERS.map(({ name, languages, commands, fileTypes, isTested, install }) => [
      code(name),
      languages,
      listOf(commands),
      listOf(fileTypes),
      isTested ? "yes" : "no",
      install,
    ]),
  );
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(code).join(", ");
  return names.length > SHOWN ? `${shown}, …` : shown;
}
