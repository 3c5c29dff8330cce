import type { FileSchema } from "../json-file/index.ts";
import { appKeybindings, keybindingsSchema } from "../keybindings/index.ts";
import { modelsSchema } from "../models/index.ts";
import { themeSchema } from "../resources/index.ts";
import { extendedSchema } from "./extended-schema.ts";

/** Schema files by name, for editors: what Tau checks the user's files with is what editors complete them with. */
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

/** So that an editor offers the actions there are. */
function withActions(schema: typeof keybindingsSchema): FileSchema {
  const keys = schema.additionalProperties;
  const actions = Object.entries(appKeybindings({ platform: "linux", env: {} })).map(
    ([id, { description, defaultKeys }]) => [id, { ...keys, description, default: defaultKeys }] as const,
  );
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(actions) } };
}
