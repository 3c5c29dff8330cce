import { commentText, schemaType } from "./schema-type.ts";

/** The name of the tool itself. A script cannot start another. */
export const CODEMODE = "codemode";

const MOST_DESCRIPTION = 600;

export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly outputSchema?: object;
}

/** Returns distinct identifiers for tools: characters that an identifier cannot have become `_`. */
export function identifiersOf(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const base = name.replace(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
      let identifier = base;
      for (let count = 2; taken.has(identifier); count++) identifier = `${base}_${count}`;
      taken.add(identifier);
      return [name, identifier];
    }),
  );
}

/** Returns the declaration of a tool in TypeScript, with its description and guidelines as a comment. */
export function declareTool(
  identifier: string,
  { description, parameters, outputSchema }: DeclaredTool,
  guidelines: readonly string[] = [],
): string {
  const said = commentText([description, ...guidelines].join(" "), MOST_DESCRIPTION);
  const result = outputSchema ? schemaType(outputSchema) : "string";
  return `/** ${said} */\ntools.${identifier}(args: ${schemaType(parameters)}): Promise<${result}>`;
}
