import type { Model, ModelThinkingLevel } from "@tau/ai";
import { getKeybindings, type Keybinding, type SelectItem, type SelectList, type TUI } from "@tau/tui";
import type { ModelRuntime } from "../../compat/pi/model-runtime.ts";
import { builtInThemes } from "../../core/themes/index.ts";
import { itemOf, oneLine, Selector, type SelectorOptions } from "./selector.ts";

export interface ExtensionSelectorOptions {
  readonly tui?: TUI;
  /** Milliseconds until the list is dismissed automatically. */
  readonly timeout?: number;
  /** Called for the key that expands or collapses the output of tools. */
  readonly onToggleToolsExpanded?: () => void;
  readonly description?: string;
}

export class ExtensionSelectorComponent extends Selector {
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    title: string,
    options: readonly string[],
    onSelect: (option: string) => void,
    onCancel: () => void,
    { timeout, onToggleToolsExpanded, description }: ExtensionSelectorOptions = {},
  ) {
    const keys = onKey("app.tools.expand", onToggleToolsExpanded);
    super({ title, description, items: options.map(itemOf), onSelect, onCancel, keys });
    this.timer = timeout === undefined ? undefined : setTimeout(onCancel, timeout);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

export class ThinkingSelectorComponent extends Selector {
  constructor(
    currentLevel: ModelThinkingLevel,
    availableLevels: readonly ModelThinkingLevel[],
    onSelect: (level: ModelThinkingLevel) => void,
    onCancel: () => void,
    onSelectAsDefault?: (level: ModelThinkingLevel) => void,
    defaultThinkingLevel?: ModelThinkingLevel,
  ) {
    const items = availableLevels.map((level) => ({
      ...itemOf(level),
      ...(level === defaultThinkingLevel ? { description: "default" } : {}),
    }));
    const keys = onKey("app.thinking.save", (level) => onSelectAsDefault?.(level as ModelThinkingLevel));
    const select = (value: string) => onSelect(value as ModelThinkingLevel);
    super({ items, current: currentLevel, onSelect: select, onCancel, keys });
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
    scopedModels: readonly { readonly model: Model; readonly thinkingLevel?: string }[],
    onSelect: (model: Model) => void,
    onCancel: () => void,
    search = "",
    onSelectAsDefault?: (model: Model) => void,
    defaultModel?: Pick<Model, "provider" | "id">,
  ) {
    const scoped = scopedModels.map(({ model }) => model);
    const known = new Map((scoped.length > 0 ? scoped : modelRuntime.getAvailableSnapshot()).map(named));
    const take = (then: ((model: Model) => void) | undefined) => (value: string) => {
      const model = known.get(value);
      if (model) then?.(model);
    };
    const items = () => [...known].map(([name, model]) => modelItem(name, model, defaultModel));
    const current = currentModel && named(currentModel)[0];
    const keys = onKey("app.models.save", take(onSelectAsDefault));
    super({ title: "Model", items: items(), current, onSelect: take(onSelect), onCancel, search, keys });
    if (scoped.length > 0) return;
    void modelRuntime.getAvailable().then((models) => {
      for (const [name, model] of models.map(named)) known.set(name, model);
      this.setItems(items());
      tui.requestRender();
    }, onCancel);
  }

  dispose(): void {
    // There is nothing to stop.
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
    search = "",
  ) {
    const items = providers.map(({ id, name }) => ({ value: id, label: name, description: id }));
    const select = (id: string) => onSelect(id, providers.find((each) => each.id === id)?.authType ?? "oauth");
    super({ title: mode === "login" ? "Log in" : "Log out", items, onSelect: select, onCancel, search });
  }
}

function named(model: Model): readonly [string, Model] {
  return [`${model.provider}/${model.id}`, model];
}

function modelItem(value: string, { provider, id }: Model, preferred?: Pick<Model, "provider" | "id">): SelectItem {
  const isDefault = provider === preferred?.provider && id === preferred.id;
  return { value, label: id, description: isDefault ? `${provider} (default)` : provider };
}

/** Returns a handler for a key that the list does not use. It calls `act` with the selected item and returns whether it did. */
function onKey(key: Keybinding, act: ((value: string) => void) | undefined): SelectorOptions["keys"] & {} {
  return (data, value) => {
    if (!act || !getKeybindings().matches(data, key)) return false;
    act(value);
    return true;
  };
}
