import { rpcCommands } from "../../packages/coding-agent/src/modes/rpc/commands/index.ts";
import { code, markdownTable } from "./markdown-table.ts";

interface Parameters {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>;
  readonly required?: readonly string[] | undefined;
}

export function rpcCommandTable(): string {
  const rows = rpcCommands.map(({ name, summary, parameters }) => [code(name), describe(parameters as unknown as Parameters), `${summary}.`]);
  return markdownTable(["command", "parameters", "what it does"], rows);
}

/** A question mark behind those that may be left out. */
function describe(parameters: Parameters): string {
  const required = new Set(parameters.required);
  return Object.entries(parameters.properties ?? {})
    .map(([name, schema]) => {
      const values = schema.enum ? ` (${schema.enum.map((word) => code(word)).join(", ")})` : "";
      return `${code(required.has(name) ? name : `${name}?`)}${values}`;
    })
    .join(", ");
}
