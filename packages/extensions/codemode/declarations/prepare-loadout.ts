import type { ToolLoadout, ToolLoadoutChanges } from "@tau/coding-agent";
import { DESCRIPTION } from "../description.ts";
import type { CodemodeOptions } from "../settings.ts";
import { CODEMODE, declareTool, identifiersOf } from "./declare-tool.ts";

const CHARACTERS_PER_TOKEN = 4;
const MOST_NAMESPACES = 40;

/**
 * Returns the description of the tool for the tools that scripts can call, and with the mode `only` the declarations that it replaces.
 * Tools that a search finds are not listed, so that the description stays the same while servers connect.
 */
export function prepareLoadout(loadout: ToolLoadout, { mode, inlineBudget }: CodemodeOptions): ToolLoadoutChanges {
  const callable = loadout.callable.filter(({ name }) => name !== CODEMODE);
  const declared = new Set(loadout.declared.map(({ name }) => name));
  const hidden = mode === "only" ? callable.filter(({ name }) => declared.has(name)) : [];
  const listed = callable.filter(({ name }) =>
    declared.has(name) ? mode === "only" : loadout.getExposure(name) === "codemode" && !loadout.getNamespace(name),
  );
  const identifiers = identifiersOf(callable.map(({ name }) => name));
  let left = inlineBudget * CHARACTERS_PER_TOKEN;
  const declarations = listed.flatMap((tool) => {
    const text = declareTool(identifiers.get(tool.name) ?? tool.name, tool, loadout.getPromptGuidelines(tool.name));
    left -= text.length;
    return left < 0 ? [] : [text];
  });
  const namespaces = [...new Set(callable.flatMap(({ name }) => loadout.getNamespace(name)?.name ?? []))].sort();
  const parts = [
    DESCRIPTION,
    ...(mode === "only" ? [] : ["The tools that are declared to you take the same arguments in a script."]),
    ...declarations,
    ...(namespaces.length === 0 ? [] : [`Namespaces to search: ${namespaces.slice(0, MOST_NAMESPACES).join(", ")}`]),
  ];
  return { descriptions: { [CODEMODE]: parts.join("\n") }, hiddenDeclarations: hidden.map(({ name }) => name) };
}
