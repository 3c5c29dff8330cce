import { rpcCommands } from "../../packages/coding-agent/src/modes/rpc/commands/index.ts";
import { code, markdownTable } from "./markdown-table.ts";

interface Parameters {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[] | undefined;
}

export function rpcCommandTable(): string {
  const rows = rpcCommands.map(({ name, summary, parameters }) => [
    code(name),
    describe(parameters as unknown as Parameters),
    `${summary}.`,
  ]);
  return markdownTable(["command", "parameters", "what it does"], rows);
}

/** Lists the parameters. Optional ones get a question mark. */
function describe({ properties = {}, required = [] }: Parameters): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${code(required.includes(name) ? name : `${name}?`)}${wordsOf(schema)}`)
    .join(", ");
}

function wordsOf(schema: object): string {
  return "enum" in schema && Array.isArray(schema.enum) ? ` (${schema.enum.map(code).join(", ")})` : "";
}
