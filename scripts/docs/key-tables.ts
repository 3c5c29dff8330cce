import { appKeybindings, type KeyContext } from "../../packages/coding-agent/src/core/keybindings/app-keybindings.ts";
import { TUI_KEYBINDINGS } from "../../packages/tui/src/keys/tui-keybindings.ts";
import { code, markdownTable } from "./markdown-table.ts";

const PLACES: Readonly<Record<KeyContext, string>> = {
  main: "Everywhere",
  sessions: "In the list of sessions",
  models: "In the choice of models to cycle through",
  thinking: "In the choice of a thinking level",
  tree: "In the session tree",
};

/** Titles by the second word of an action's name. */
const COMPONENTS: Readonly<Record<string, string>> = {
  editor: "In the editor",
  input: "In the editor and in fields",
  select: "In lists",
};

interface Row {
  readonly id: string;
  readonly keys: readonly string[];
  readonly description: string;
}

/** Returns the tables of the application's keys by context, then those of the terminal library by component. */
export function keyTables(): string {
  const own = Object.entries(appKeybindings({ platform: "linux", env: {} })).map(([id, binding]) => ({
    id,
    ...binding,
  }));
  const places = Object.entries(PLACES).map(([context, title]) =>
    section(
      title,
      own
        .filter((binding) => binding.context === context)
        .map(({ id, defaultKeys: keys, description }) => ({ id, keys, description })),
    ),
  );
  return [...places, ...libraryTables()].join("\n\n");
}

function libraryTables(): string[] {
  const rows = Object.entries(TUI_KEYBINDINGS).map(([id, { defaultKeys, description }]) => ({
    id,
    keys: [defaultKeys].flat(),
    description,
  }));
  const components = Map.groupBy(rows, ({ id }) => id.split(".")[1] ?? "");
  // The application has no fullscreen mode yet.
  components.delete("altScreen");
  return [...components].map(([component, members]) => section(COMPONENTS[component] ?? component, members));
}

function section(title: string, rows: readonly Row[]): string {
  const cells = rows.map(({ id, keys, description }) => [keys.map(code).join(", "), description, code(id)]);
  return `### ${title}\n\n${markdownTable(["keys", "what they do", "action"], cells)}`;
}
