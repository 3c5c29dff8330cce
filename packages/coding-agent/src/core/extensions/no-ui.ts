import { systemTheme } from "../themes/built-in/system.ts";
import { Theme } from "../themes/index.ts";
import type { EditorFactory, ExtensionUIContext } from "./contract/index.ts";

/**
 * Creates the user interface for modes without one (print, json): every dialog returns at once as if dismissed, output is dropped, and text
 * is styled by a theme without colours.
 */
export function createNoUi(): ExtensionUIContext {
  const nothing = () => undefined;
  let theme: Theme | undefined;
  return {
    select: async () => undefined,
    confirm: async () => false,
    input: async () => undefined,
    editor: async () => undefined,
    custom: async <T>() => undefined as T,
    notify: nothing,
    onTerminalInput: () => nothing,
    setStatus: nothing,
    setWorkingMessage: nothing,
    setWorkingVisible: nothing,
    setWorkingIndicator: nothing,
    setHiddenThinkingLabel: nothing,
    setWidget: nothing,
    setFooter: nothing,
    setHeader: nothing,
    setTitle: nothing,
    pasteToEditor: nothing,
    setEditorText: nothing,
    getEditorText: () => "",
    addAutocompleteProvider: nothing,
    setEditorComponent: nothing,
    getEditorComponent: (): EditorFactory | undefined => undefined,
    get theme() {
      theme ??= Theme.of(systemTheme, "none");
      return theme;
    },
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false, error: "There is no screen in this mode." }),
    getToolsExpanded: () => false,
    setToolsExpanded: nothing,
  };
}
