import { clearOrQuit } from "./clear-or-quit.ts";
import { commandKeys } from "./command-keys.ts";
import { editorKeys } from "./editor-keys.ts";
import { interrupt } from "./interrupt.ts";
import type { KeyAction } from "./key-action.ts";
import { modelKeys } from "./model-keys.ts";
import { permissionKeys } from "./permission-keys.ts";
import { quickHelp } from "./quick-help.ts";

/** Every action of the main screen. */
export function createKeyActions(): readonly KeyAction[] {
  return [interrupt(), clearOrQuit(), ...editorKeys, ...modelKeys, ...permissionKeys, ...commandKeys, quickHelp];
}
