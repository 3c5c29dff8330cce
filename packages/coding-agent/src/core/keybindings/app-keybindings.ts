/** Where an action's keys are active. Two actions may share a key if they are never active together. */
export type KeyContext = "main" | "sessions" | "models" | "thinking" | "tree";

export interface AppKeybinding {
  readonly defaultKeys: readonly string[];
  readonly description: string;
  readonly context: KeyContext;
}

export type AppKeybindings = Readonly<Record<string, AppKeybinding>>;

export interface KeyPlatform {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns whether to use the Windows keys. Terminals on Windows, including those that run WSL, reserve some keys for themselves. */
export function useWindowsKeybindings({ platform, env }: KeyPlatform): boolean {
  return platform === "win32" || (platform === "linux" && Boolean(env.WSL_DISTRO_NAME ?? env.WSL_INTEROP));
}

/**
 * Returns every action of the application with its keys on this platform. The keys of the editor and of lists are
 * defined in the terminal library.
 */
export function appKeybindings(on: KeyPlatform = { platform: process.platform, env: process.env }): AppKeybindings {
  return useWindowsKeybindings(on) ? { ...everywhere, ...windows(on.platform) } : everywhere;
}

const everywhere = {
  ...context("main", {
    "app.help": ["Show the keys worth knowing, if the editor is empty", "?"],
    "app.interrupt": ["Stop what is running", "escape"],
    "app.clear": ["Stop what is running, else clear the editor; twice to leave", "ctrl+c"],
    "app.exit": ["Leave, if the editor is empty", "ctrl+d"],
    "app.suspend": ["Suspend to the shell", "ctrl+z"],
    "app.editor.external": ["Write in an external editor", "ctrl+g"],
    "app.clipboard.pasteImage": ["Paste an image, files or text", "ctrl+v"],
    "app.history.search": ["Search earlier prompts", "ctrl+r"],
    "app.session.new": ["Start a new session"],
    "app.session.tree": ["Open the session tree"],
    "app.session.fork": ["Fork the session"],
    "app.session.resume": ["Open another session"],
    "app.model.select": ["Choose a model", "ctrl+l"],
    "app.model.cycleForward": ["Next model", "ctrl+p"],
    "app.model.cycleBackward": ["Previous model", "shift+ctrl+p"],
    "app.thinking.cycle": ["Next thinking level", "shift+tab"],
    "app.thinking.toggle": ["Fold or unfold thinking", "ctrl+t"],
    "app.permissions.cycle": ["Next permission mode: plan, ask, auto", "alt+m"],
    "app.tools.expand": ["Fold or unfold tool output", "ctrl+o"],
    "app.message.copy": ["Copy the last answer or the selection", "ctrl+x"],
    "app.message.followUp": ["Queue a follow-up", "alt+enter", "ctrl+enter"],
    "app.message.dequeue": ["Take queued messages back", "alt+up"],
  }),
  ...context("sessions", {
    "app.session.togglePath": ["Show or hide paths", "ctrl+p"],
    "app.session.toggleSort": ["Sort another way", "ctrl+s"],
    "app.session.toggleNamedFilter": ["Named sessions only", "ctrl+n"],
    "app.session.rename": ["Rename", "ctrl+r"],
    "app.session.delete": ["Delete", "ctrl+d"],
    "app.session.deleteNoninvasive": ["Delete, if nothing is typed", "ctrl+backspace"],
  }),
  ...context("models", {
    "app.models.save": ["Save as default", "ctrl+s"],
    "app.models.enableAll": ["Enable all", "ctrl+a"],
    "app.models.clearAll": ["Disable all", "ctrl+x"],
    "app.models.toggleProvider": ["Toggle all of the provider", "ctrl+p"],
    "app.models.reorderUp": ["Move up", "alt+up"],
    "app.models.reorderDown": ["Move down", "alt+down"],
  }),
  ...context("thinking", { "app.thinking.save": ["Save as default", "ctrl+s"] }),
  ...context("tree", {
    "app.tree.foldOrUp": ["Fold, or go to the previous segment", "ctrl+left", "alt+left"],
    "app.tree.unfoldOrDown": ["Unfold, or go to the next segment", "ctrl+right", "alt+right"],
    "app.tree.editLabel": ["Edit the label", "shift+l"],
    "app.tree.toggleLabelTimestamp": ["Show or hide times of labels", "shift+t"],
    "app.tree.filter.default": ["Show what matters", "ctrl+d"],
    "app.tree.filter.noTools": ["Hide tool results", "ctrl+t"],
    "app.tree.filter.userOnly": ["Your messages only", "ctrl+u"],
    "app.tree.filter.labeledOnly": ["Labelled entries only", "ctrl+l"],
    "app.tree.filter.all": ["Show everything", "ctrl+a"],
    "app.tree.filter.cycleForward": ["Next filter", "ctrl+o"],
    "app.tree.filter.cycleBackward": ["Previous filter", "shift+ctrl+o"],
  }),
} satisfies AppKeybindings;

export type AppKeybindingId = keyof typeof everywhere;
type AppKeybindingIds = { [Id in AppKeybindingId]: true };

declare module "@tau/tui" {
  interface Keybindings extends AppKeybindingIds {}
}

function windows(platform: NodeJS.Platform): AppKeybindings {
  return context("main", {
    "app.suspend": ["Suspend to the shell", ...(platform === "win32" ? [] : ["ctrl+z"])],
    "app.clipboard.pasteImage": ["Paste an image, files or text", "alt+v"],
    "app.model.cycleBackward": ["Previous model", "alt+p"],
    "app.message.followUp": ["Queue a follow-up", "ctrl+q"],
    "app.message.dequeue": ["Take queued messages back", "alt+q"],
  });
}

type Rows<Id extends string> = Record<Id, readonly [description: string, ...keys: string[]]>;

function context<Id extends string>(name: KeyContext, rows: Rows<Id>): Record<Id, AppKeybinding> {
  const entries = Object.entries<readonly [string, ...string[]]>(rows).map(([id, [description, ...defaultKeys]]) => [
    id,
    { defaultKeys, description, context: name },
  ]);
  return Object.fromEntries(entries);
}
