import { extendedGroups } from "../../packages/coding-agent/src/core/settings/extended-schema.ts";
import { code, markdownTable } from "./markdown-table.ts";

/** The parts of a setting's schema that the tables show. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

/** Returns one table per topic. A nested setting is named by its dotted path. */
export function settingTables(): string {
  const groups = extendedGroups().flatMap(({ title, properties }) => {
    const rows = Object.entries<Schema>(properties as Readonly<Record<string, Schema>>).flatMap(([key, schema]) =>
      rowsOf(key, schema),
    );
    if (rows.length === 0) return [];
    return [`### ${title}\n\n${markdownTable(["setting", "value", "default", "what it does"], rows)}`];
  });
  return groups.join("\n\n");
}

function rowsOf(path: string, schema: Schema): string[][] {
  const { properties, description } = schema;
  if (properties && description === undefined)
    return Object.entries(properties).flatMap(([key, inner]) => rowsOf(`${path}.${key}`, inner));
  const initial = schema.default === undefined ? "" : code(JSON.stringify(schema.default));
  return [[code(path), typeOf(schema), initial, description ?? ""]];
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.items) return `list of ${schema.items.type === "string" ? "strings" : typeOf(schema.items)}`;
  return `${schema.type ?? "anything"}${rangeOf(schema)}`;
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  return minimum ? ` from ${minimum}` : "";
}
