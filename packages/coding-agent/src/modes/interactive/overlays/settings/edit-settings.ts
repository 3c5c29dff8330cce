import { type SettingPath, valueAt } from "../../../../core/settings/index.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { joinHints, keyHint } from "../../keys/key-text.ts";
import { askText } from "../ask-text.ts";
import { choose } from "../choose.ts";
import { openOverlay } from "../open-overlay.ts";
import { Panel } from "../panel.ts";
import { type MenuSetting, menuSettings, parseValue, textOf, valuesOf } from "./setting-items.ts";
import { SettingsBrowser } from "./settings-browser.ts";

/** Every setting with its value. A change holds at once and is written to the user's file. */
export async function editSettings(context: InteractiveContext): Promise<void> {
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  await openOverlay<void>(tui, (done) => {
    const body = new SettingsBrowser({
      tui,
      theme,
      settings: menuSettings(context.services.settings.extensions),
      valueOf: (setting) => presentValue(setting, context),
      onChoose: (setting) => void context.attempt(() => change(setting, context)),
      onReset: (setting) => apply(context, setting, ""),
      onCancel: () => done(),
    });
    return new Panel({ title: "Settings", body, hint, theme });
  });
}

function hint(): string {
  const reset = keyHint("app.models.clearAll", "default");
  const change = keyHint("tui.select.confirm", "change");
  return joinHints(change, reset, keyHint("tui.select.cancel", "close"), "written to settings.json");
}

function presentValue({ path }: MenuSetting, { services: { settings } }: InteractiveContext) {
  const isSet = valueAt(settings.layer("global"), path) !== undefined;
  return { text: textOf(settings.get(path as SettingPath) ?? settings.getForeign(path)), isSet };
}

async function change(setting: MenuSetting, context: InteractiveContext): Promise<void> {
  const { text } = presentValue(setting, context);
  const values = setting.path === "theme" ? context.themes.names() : valuesOf(setting.schema)?.map(textOf);
  if (values?.length === 2 && values.includes(text)) return apply(context, setting, otherOf(values, text));
  const chosen = values
    ? await choose(context, {
        title: setting.path,
        choices: values.map((value) => ({ value, label: value })),
        isCurrent: (value) => value === text,
      })
    : await askText(context, {
        title: setting.path,
        value: text,
        placeholder: "empty for the default",
        problemOf: (typed) => problemOf(typed, setting),
      });
  if (chosen !== undefined) apply(context, setting, chosen);
}

function otherOf([first = "", second = ""]: readonly string[], present: string): string {
  return present === first ? second : first;
}

function problemOf(typed: string, { schema }: MenuSetting): string | undefined {
  const parsed = parseValue(typed, schema);
  return "error" in parsed ? parsed.error : undefined;
}

function apply(context: InteractiveContext, { path, schema }: MenuSetting, text: string): void {
  const parsed = parseValue(text, schema);
  if ("error" in parsed) return;
  const { settings } = context.services;
  settings.set(path as SettingPath, parsed.value as never);
  context.screen.tui.requestRender();
}
