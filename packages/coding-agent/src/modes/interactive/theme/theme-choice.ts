import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { TerminalColorScheme } from "@tau/tui";
import { isMissing } from "../../../core/json-file/index.ts";
import { loadTheme } from "../../../core/resources/items/theme-file.ts";
import { builtInThemes, type ColorDepth, findBuiltInTheme, Theme, type ThemeJson } from "../../../core/themes/index.ts";

export interface ThemeChoiceOptions {
  /** As the setting has it: a name, or `light/dark` names. */
  readonly setting: string;
  readonly depth: ColorDepth;
  readonly agentDir: string;
}

/** The theme in use. Views ask for it whenever they draw, so a change needs no new views: only that they draw again. */
export class ThemeChoice {
  onChange: () => void = () => undefined;
  private setting: string;
  private scheme: TerminalColorScheme = "dark";
  private theme: Theme;
  private readonly depth: ColorDepth;
  private readonly folder: string;

  constructor({ setting, depth, agentDir }: ThemeChoiceOptions) {
    this.setting = setting;
    this.depth = depth;
    this.folder = join(agentDir, "themes");
    this.theme = this.resolve();
  }

  get current(): Theme {
    return this.theme;
  }

  /** The names there are: those that come with Tau, then the user's own. */
  names(): string[] {
    return [...new Set([...builtInThemes().map(({ name }) => name), ...this.userThemes().map(({ name }) => name)])];
  }

  /** Returns whether there is such a theme. */
  use(setting: string): boolean {
    if (!this.find(this.nameIn(setting))) return false;
    this.setting = setting;
    this.refresh();
    return true;
  }

  /** Uses a theme that an extension brought. */
  useInstance(theme: Theme): void {
    this.theme = theme;
    this.onChange();
  }

  /** The terminal said whether its background is dark or light. */
  follow(scheme: TerminalColorScheme): void {
    if (scheme === this.scheme) return;
    this.scheme = scheme;
    if (this.setting.includes("/")) this.refresh();
  }

  /** Reads the theme again: its file may have changed. */
  refresh(): void {
    this.theme = this.resolve();
    this.onChange();
  }

  load(name: string): Theme | undefined {
    const json = this.find(name);
    return json && new Theme(json, this.depth);
  }

  private resolve(): Theme {
    return this.load(this.nameIn(this.setting)) ?? new Theme(findBuiltInTheme("dark") as ThemeJson, this.depth);
  }

  private nameIn(setting: string): string {
    const [light = setting, dark = light] = setting.split("/");
    return this.scheme === "light" ? light : dark;
  }

  private find(name: string): ThemeJson | undefined {
    return findBuiltInTheme(name) ?? this.userThemes().find((theme) => theme.name === name);
  }

  private userThemes(): ThemeJson[] {
    return themeFiles(this.folder).flatMap((path) => loadTheme(path, describe).items.map(({ theme }) => theme));
  }
}

function themeFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function describe(path: string) {
  return { path, source: "user", scope: "user", origin: "top-level" } as const;
}
