import type { SessionTreeNode } from "@tau/agent";
import type { SessionInfo } from "@tau/agent/node";
import type { Model, ModelThinkingLevel } from "@tau/ai";
import { contentText } from "@tau/ai";
import { Container, type SelectItem, SelectList, SettingsList, Spacer, Text, type TUI } from "@tau/tui";
import type { ModelRuntime } from "../../core/sdk/model-runtime.ts";
import { builtInThemes } from "../../core/themes/index.ts";
import { currentTheme, getSelectListTheme, getSettingsListTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";

interface SelectorOptions {
  readonly title?: string;
  readonly items: readonly SelectItem[];
  readonly current?: string | undefined;
  readonly onSelect: (value: string) => void;
  readonly onCancel: () => void;
  readonly onHighlight?: (value: string) => void;
}

const MAX_ROWS = 10;

/** A list between two lines. Typing narrows it. */
class Selector extends Container {
  private readonly options: SelectorOptions;
  private list: SelectList;
  private filter = "";

  constructor(options: SelectorOptions) {
    super();
    this.options = options;
    this.list = this.createList(options.items);
    this.build();
  }

  getSelectList(): SelectList {
    return this.list;
  }

  handleInput(data: string): void {
    if (/^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(data)) this.narrow(this.filter + data);
    else if (data === "\x7f" && this.filter !== "") this.narrow(this.filter.slice(0, -1));
    else this.list.handleInput(data);
  }

  protected setItems(items: readonly SelectItem[]): void {
    this.list = this.createList(items);
    this.list.setFilter(this.filter);
    this.build();
  }

  private narrow(filter: string): void {
    this.filter = filter;
    this.list.setFilter(filter);
  }

  private createList(items: readonly SelectItem[]): SelectList {
    const { current, onSelect, onCancel, onHighlight } = this.options;
    const list = new SelectList([...items], MAX_ROWS, getSelectListTheme());
    list.onSelect = ({ value }) => onSelect(value);
    list.onCancel = onCancel;
    if (onHighlight) list.onSelectionChange = ({ value }) => onHighlight(value);
    list.setSelectedIndex(
      Math.max(
        0,
        items.findIndex(({ value }) => value === current),
      ),
    );
    return list;
  }

  private build(): void {
    const { title } = this.options;
    this.clear();
    this.addChild(new DynamicBorder());
    if (title !== undefined) {
      this.addChild(new Text(currentTheme().fg("accent", currentTheme().bold(title)), 1, 0));
      this.addChild(new Spacer(1));
    }
    this.addChild(this.list);
    this.addChild(new DynamicBorder());
  }
}

export class ExtensionSelectorComponent extends Selector {
  constructor(title: string, options: readonly string[], onSelect: (option: string) => void, onCancel: () => void) {
    super({ title, items: options.map(itemOf), onSelect, onCancel });
  }

  dispose(): void {
    // Nothing runs in it.
  }
}

export class ThinkingSelectorComponent extends Selector {
  constructor(
    currentLevel: ModelThinkingLevel,
    availableLevels: readonly ModelThinkingLevel[],
    onSelect: (level: ModelThinkingLevel) => void,
    onCancel: () => void,
  ) {
    const select = (value: string) => onSelect(value as ModelThinkingLevel);
    super({ items: availableLevels.map(itemOf), current: currentLevel, onSelect: select, onCancel });
  }
}

export class ThemeSelectorComponent extends Selector {
  constructor(
    current: string,
    onSelect: (themeName: string) => void,
    onCancel: () => void,
    onPreview: (themeName: string) => void,
  ) {
    const items = builtInThemes().map(({ name }) => itemOf(name));
    super({ items, current, onSelect, onCancel, onHighlight: onPreview });
  }
}

export class ShowImagesSelectorComponent extends Selector {
  constructor(currentValue: boolean, onSelect: (show: boolean) => void, onCancel: () => void) {
    const items = [
      { value: "yes", label: "Yes", description: "Show images in the terminal" },
      { value: "no", label: "No", description: "Name them only" },
    ];
    super({ items, current: currentValue ? "yes" : "no", onSelect: (value) => onSelect(value === "yes"), onCancel });
  }
}

export interface UserMessageItem {
  readonly id: string;
  readonly text: string;
  readonly timestamp?: string;
}

export class UserMessageSelectorComponent extends Selector {
  constructor(
    messages: readonly UserMessageItem[],
    onSelect: (entryId: string) => void,
    onCancel: () => void,
    initialSelectedId = messages.at(-1)?.id,
  ) {
    const items = messages.map(({ id, text }) => ({ value: id, label: oneLine(text) }));
    super({ title: "Fork from a message", items, current: initialSelectedId, onSelect, onCancel });
  }

  getMessageList(): SelectList {
    return this.getSelectList();
  }
}

export class ModelSelectorComponent extends Selector {
  constructor(
    tui: TUI,
    currentModel: Model | undefined,
    modelRuntime: ModelRuntime,
    scopedModels: readonly { readonly model: Model }[],
    onSelect: (model: Model) => void,
    onCancel: () => void,
  ) {
    const scoped = scopedModels.map(({ model }) => model);
    const known = new Map((scoped.length > 0 ? scoped : modelRuntime.getAvailableSnapshot()).map(named));
    const select = (value: string) => {
      const model = known.get(value);
      if (model) onSelect(model);
    };
    const current = currentModel && named(currentModel)[0];
    super({ title: "Model", items: [...known].map(modelItem), current, onSelect: select, onCancel });
    if (scoped.length > 0) return;
    void modelRuntime.getAvailable().then((models) => {
      for (const [name, model] of models.map(named)) known.set(name, model);
      this.setItems([...known].map(modelItem));
      tui.requestRender();
    }, onCancel);
  }

  dispose(): void {
    // Nothing runs in it.
  }
}

export interface AuthSelectorProvider {
  readonly id: string;
  readonly name: string;
  readonly authType: "oauth" | "api_key";
}

export class OAuthSelectorComponent extends Selector {
  constructor(
    mode: "login" | "logout",
    providers: readonly AuthSelectorProvider[],
    onSelect: (providerId: string, authType: AuthSelectorProvider["authType"]) => void,
    onCancel: () => void,
  ) {
    const items = providers.map(({ id, name }) => ({ value: id, label: name, description: id }));
    const select = (id: string) => onSelect(id, providers.find((each) => each.id === id)?.authType ?? "oauth");
    super({ title: mode === "login" ? "Log in" : "Log out", items, onSelect: select, onCancel });
  }
}

export type SessionsLoader = () => Promise<SessionInfo[]>;

/** Sessions of this folder, and of all folders where it has none. */
export class SessionSelectorComponent extends Selector {
  constructor(
    currentSessionsLoader: SessionsLoader,
    allSessionsLoader: SessionsLoader,
    onSelect: (sessionPath: string) => void,
    onCancel: () => void,
    _onExit: () => void,
    requestRender: () => void,
  ) {
    super({ title: "Sessions", items: [], onSelect, onCancel });
    const load = async () => {
      const own = await currentSessionsLoader();
      const sessions = own.length > 0 ? own : await allSessionsLoader();
      this.setItems(
        sessions.map(({ path, name, firstMessage, modified }) => ({
          value: path,
          label: oneLine(name ?? firstMessage),
          description: modified.toLocaleString(),
        })),
      );
      requestRender();
    };
    load().catch(onCancel);
  }

  getSessionList(): SelectList {
    return this.getSelectList();
  }
}

/** The entries of a session, indented by their depth where it branches. */
export class TreeSelectorComponent extends Selector {
  constructor(
    tree: readonly SessionTreeNode[],
    currentLeafId: string | null,
    _terminalHeight: number,
    onSelect: (entryId: string) => void,
    onCancel: () => void,
    _onLabelChange?: (entryId: string, label: string | undefined) => void,
    initialSelectedId = currentLeafId ?? undefined,
  ) {
    super({ title: "Session tree", items: treeItems(tree, 0), current: initialSelectedId, onSelect, onCancel });
  }

  getTreeList(): SelectList {
    return this.getSelectList();
  }
}

export interface SettingsConfig {
  readonly [setting: string]: unknown;
}

export interface SettingsCallbacks {
  readonly onCancel: () => void;
  readonly onChange?: (setting: string, value: string) => void;
}

/** Settings that are on or off. */
export class SettingsSelectorComponent extends Container {
  private readonly list: SettingsList;

  constructor(config: SettingsConfig, { onCancel, onChange }: SettingsCallbacks) {
    super();
    const items = Object.entries(config).flatMap(([id, value]) =>
      typeof value === "boolean" ? [{ id, label: id, currentValue: String(value), values: ["true", "false"] }] : [],
    );
    this.list = new SettingsList(
      items,
      MAX_ROWS,
      getSettingsListTheme(),
      (id, value) => onChange?.(id, value),
      onCancel,
    );
    this.addChild(new DynamicBorder());
    this.addChild(this.list);
    this.addChild(new DynamicBorder());
  }

  getSettingsList(): SettingsList {
    return this.list;
  }
}

function itemOf(value: string): SelectItem {
  return { value, label: value };
}

function named(model: Model): readonly [string, Model] {
  return [`${model.provider}/${model.id}`, model];
}

function modelItem([value, model]: readonly [string, Model]): SelectItem {
  return { value, label: model.id, description: model.provider };
}

function treeItems(nodes: readonly SessionTreeNode[], depth: number): SelectItem[] {
  return nodes.flatMap(({ entry, children, label }) => {
    const text = entry.type === "message" && "content" in entry.message ? contentOf(entry.message.content) : entry.type;
    const mark = label === undefined ? "" : `[${label}] `;
    const item = { value: entry.id, label: `${"  ".repeat(depth)}${mark}${oneLine(text)}` };
    return [item, ...treeItems(children, children.length > 1 ? depth + 1 : depth)];
  });
}

function contentOf(content: unknown): string {
  return typeof content === "string" ? content : contentText(content as Parameters<typeof contentText>[0]);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
