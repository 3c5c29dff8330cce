import { Input, type SettingItem, SettingsList, visibleWidth } from "@tau/tui";
import type { SettingPath } from "../../../../core/settings/index.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { settingsListTheme } from "../../theme/component-themes.ts";
import { openOverlay } from "../open-overlay.ts";
import { Panel } from "../panel.ts";
import { type MenuSetting, menuSettings, parseValue, textOf, valuesOf } from "./setting-items.ts";

const FRAME_ROWS = 12;

/** Every setting with its value. A change holds at once and is written to the user's file. */
export async function editSettings(context: InteractiveContext): Promise<void> {
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  const rows = Math.max(3, Math.min(14, tui.terminal.rows - FRAME_ROWS));
  await openOverlay<void>(tui, (done) => {
    const settings = menuSettings();
    const items = settings.map((setting) => toItem(setting, context));
    const body = new SettingsList(
      items,
      rows,
      settingsListTheme(theme),
      (id, text) => {
        const setting = settings.find(({ path }) => path === id);
        if (setting) apply(context, setting, text);
      },
      () => done(),
      { enableSearch: true },
    );
    return new Panel({ title: "Settings", body, theme });
  });
}

function toItem(setting: MenuSetting, context: InteractiveContext): SettingItem {
  const { path, group, description, schema } = setting;
  const values = path === "theme" ? context.themes.names() : valuesOf(schema)?.map(textOf);
  const item = {
    id: path,
    label: path,
    description: `${group}. ${description}`,
    currentValue: textOf(context.services.settings.get(path as SettingPath)),
  };
  return values ? { ...item, values } : { ...item, submenu: (current, done) => valueInput(setting, current, done) };
}

function apply(context: InteractiveContext, { path, schema }: MenuSetting, text: string): void {
  const parsed = parseValue(text, schema);
  if ("error" in parsed) return;
  context.services.settings.set(path as SettingPath, parsed.value as never);
  context.screen.settingChanged(path, parsed.value);
  if (path === "theme") context.themes.use(text);
}

/** A line to type the value in; what does not fit is said and nothing is changed. */
function valueInput(setting: MenuSetting, current: string, done: (value?: string) => void) {
  const input = new Input({ prompt: "› ", placeholder: "empty for the default" });
  input.setValue(current);
  input.focused = true;
  let error = "";
  input.onSubmit = (text) => {
    const parsed = parseValue(text, setting.schema);
    if ("error" in parsed) error = parsed.error;
    else done(text);
  };
  input.onEscape = () => done();
  return {
    invalidate: () => input.invalidate(),
    handleInput: (data: string) => input.handleInput(data),
    render: (width: number) => [setting.path, ...input.render(width), error].filter((line) => visibleWidth(line) > 0),
  };
}
