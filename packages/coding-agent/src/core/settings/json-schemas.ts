import type { FileSchema } from "../json-file/index.ts";
import { appKeybindings, keybindingsSchema } from "../keybindings/index.ts";
import { modelsSchema } from "../models/index.ts";
import { themeSchema } from "../resources/index.ts";
import { extendedSchema } from "./extended-schema.ts";

/** Returns schema files by name, for editors. They are the same schemas that Tau checks the user's files with. */
export function jsonSchemas(): Record<string, object> {
  return {
    "settings.schema.json": document("Settings of Tau", extendedSchema()),
    "models.schema.json": document("Models and providers of Tau", modelsSchema),
    "keybindings.schema.json": document("Keys of Tau", withActions(keybindingsSchema)),
    "theme.schema.json": document("Theme of Tau", themeSchema),
  };
}

function document(title: string, schema: FileSchema): object {
  return { $schema: "http://json-schema.org/draft-07/schema#", ...schema, title };
}

/** Adds the existing actions, so that an editor can offer them. */
function withActions(schema: typeof keybindingsSchema): FileSchema {
  const keys = schema.additionalProperties;
  const actions = Object.entries(appKeybindings({ platform: "linux", env: {} })).map(
    ([id, { description, defaultKeys }]) => [id, { ...keys, description, default: defaultKeys }] as const,
  );
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(actions) } };
}
