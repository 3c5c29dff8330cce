import { SERVERS } from "../../packages/extensions/lsp/servers/table/index.ts";
import { code, markdownTable } from "./markdown-table.ts";

const SHOWN = 4;

/** Returns the table of the language servers that are recognised without configuration. */
export function languageServerTable(): string {
  return markdownTable(
    ["server", "languages", "program", "files", "root markers"],
    SERVERS.map(({ name, languages, command, fileTypes, rootMarkers, needsMarker, isLinter }) => [
      code(name),
      `${languages}${isLinter ? " (linter)" : ""}`,
      code(command),
      listOf(fileTypes),
      `${listOf(rootMarkers)}${needsMarker ? ", required" : ""}`,
    ]),
  );
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(code).join(", ");
  return names.length > SHOWN ? `${shown}, …` : shown;
}
