import type { DebugProtocol } from "@vscode/debugprotocol";

const MOST_VALUE = 500;

/** Returns `total: int = 6`, with what leads to its members and its memory. */
export function variableText(variable: DebugProtocol.Variable): string {
  const { name, type, value, variablesReference, memoryReference } = variable;
  const typed = type ? `: ${type}` : "";
  return `${name}${typed} = ${valueText(value)}${referencesText(variablesReference, memoryReference)}`;
}

export function valueText(value: string): string {
  return value.length <= MOST_VALUE ? value : `${value.slice(0, MOST_VALUE)}… (${value.length} characters)`;
}

export function referencesText(variablesReference: number | undefined, memoryReference: string | undefined): string {
  const members = variablesReference ? `  [variable_ref ${variablesReference}]` : "";
  return `${members}${memoryReference ? `  [memory ${memoryReference}]` : ""}`;
}
