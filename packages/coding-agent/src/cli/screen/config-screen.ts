import { type Component, type Focusable, getKeybindings, setKeybindings, type TUI } from "@tau/tui";
import { errorText } from "../../core/error-text.ts";
import type { ListedResource } from "../../core/packages/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import type { Theme } from "../../core/themes/index.ts";
import { chooseHints, joinHints, keyHint } from "../../modes/interactive/keys/key-text.ts";
import { createKeymap, loadKeymap } from "../../modes/interactive/keys/keymap.ts";
import { type Choice, ChoiceList } from "../../modes/interactive/overlays/choice-list.ts";
import { Panel } from "../../modes/interactive/overlays/panel.ts";
import type { ResourceSwitches } from "../commands/config-resources.ts";
import { createThemes } from "./create-themes.ts";
import { createTui, terminalLook } from "./create-tui.ts";

type Scope = "user" | "project";

/** Lets the user switch resources on and off; resolves when they leave. */
export async function openConfigScreen(
  switches: ResourceSwitches,
  settings: SettingsStore,
  scope: Scope,
): Promise<void> {
  setKeybindings(createKeymap(loadKeymap(getAgentDir()).bindings));
  const look = terminalLook(settings, {});
  const themes = createThemes(settings, { useTheme: undefined, look });
  const tui = await createTui(settings, { mode: "regular", look });
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const scopes: Scope[] = settings.isProjectTrusted() ? ["user", "project"] : ["user"];
  const picker = new ResourcePicker({ tui, theme: () => themes.current, switches, scopes, scope, leave });
  await picker.refresh();
  tui.addChild(picker);
  tui.setFocus(picker);
  tui.start();
  await left;
  tui.removeChild(picker);
  tui.stop();
}

interface PickerParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly switches: ResourceSwitches;
  readonly scopes: readonly Scope[];
  readonly scope: Scope;
  readonly leave: () => void;
}

const TITLES: Readonly<Record<Scope, string>> = { user: "Resources, for you", project: "Resources, for this folder" };

class ResourcePicker implements Component, Focusable {
  focused = true;
  private readonly parts: PickerParts;
  private readonly list: ChoiceList<ListedResource>;
  private scope: Scope;
  private problem = "";

  constructor(parts: PickerParts) {
    const { tui, theme, leave } = parts;
    this.parts = parts;
    this.scope = parts.scope;
    const onChoose = (resource: ListedResource) => void this.toggle(resource);
    this.list = new ChoiceList({ tui, theme, choices: [], onChoose, onCancel: leave, labelWidth: 44 });
    this.list.focused = true;
  }

  async refresh(): Promise<void> {
    const chosen = this.list.selected?.value;
    this.list.setChoices((await this.parts.switches.list()).map(choiceOf));
    if (chosen) this.list.select(({ path, type }) => path === chosen.path && type === chosen.type);
    this.parts.tui.requestRender();
  }

  invalidate(): void {
    this.list.invalidate();
  }

  handleInput(data: string): void {
    if (getKeybindings().matches(data, "tui.input.tab")) this.switchScope();
    else this.list.handleInput(data);
  }

  render(width: number): string[] {
    const { theme, scopes } = this.parts;
    const scope = scopes.length > 1 ? keyHint("tui.input.tab", "you/this folder") : "";
    const hint = () => this.problem || joinHints(chooseHints("on/off", "leave"), scope);
    return new Panel({ title: TITLES[this.scope], body: this.list, hint, theme }).render(width);
  }

  private switchScope(): void {
    const { scopes, tui } = this.parts;
    this.scope = scopes[(scopes.indexOf(this.scope) + 1) % scopes.length] ?? this.scope;
    tui.requestRender();
  }

  private async toggle(resource: ListedResource): Promise<void> {
    try {
      await this.parts.switches.set(resource, !resource.enabled, this.scope);
      this.problem = "";
    } catch (error) {
      this.problem = errorText(error);
    }
    await this.refresh();
  }
}

function choiceOf(resource: ListedResource): Choice<ListedResource> {
  const { type, name, enabled, origin } = resource;
  const label = `${enabled ? "●" : "○"} ${type.slice(0, -1)} ${name}`;
  return { value: resource, label, description: origin, search: `${type} ${name}` };
}
