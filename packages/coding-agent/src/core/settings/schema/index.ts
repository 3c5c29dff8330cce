import type { XStatic } from "typebox/schema";
import type { FileSchema } from "../../json-file/index.ts";
import { displaySettings } from "./display.ts";
import { interactionSettings, permissionSettings, toolSettings } from "./interaction.ts";
import { modelSettings } from "./model.ts";
import { resourceSettings, stateSettings } from "./resources.ts";
import { networkSettings, sessionSettings } from "./session.ts";

/**
 * Defines every setting once: its type, default and description. Types, getters, file checks, the generated schema file
 * and the documentation all come from here. It is plain JSON Schema, so that reading it loads nothing.
 */
export const settingsSchema = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    ...modelSettings,
    ...interactionSettings,
    ...permissionSettings,
    ...toolSettings,
    ...sessionSettings,
    ...networkSettings,
    ...displaySettings,
    ...resourceSettings,
    ...stateSettings,
  },
} as const satisfies FileSchema;

/** The settings grouped by topic, for menus and documentation. */
export const settingsGroups = [
  { title: "Model and thinking", properties: modelSettings },
  { title: "Interaction", properties: interactionSettings },
  { title: "Permissions", properties: permissionSettings },
  { title: "Tools and shell", properties: toolSettings },
  { title: "Sessions and context", properties: sessionSettings },
  { title: "Network and retries", properties: networkSettings },
  { title: "Terminal and display", properties: displaySettings },
  { title: "Resources", properties: resourceSettings },
] as const satisfies readonly { title: string; properties: { readonly [key: string]: FileSchema } }[];

/** The value of settings.json. Every key may be absent, and unknown keys are kept. */
export type Settings = Writable<XStatic<typeof settingsSchema>>;

export type PackageSource = NonNullable<Settings["packages"]>[number];

export type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;
