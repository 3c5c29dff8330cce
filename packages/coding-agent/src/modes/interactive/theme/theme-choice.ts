import type { TerminalColorScheme } from "@tau/tui";
import {
  builtInThemes,
  type ColorDepth,
  findBuiltInTheme,
  luminance,
  systemThemeFrom,
  type TerminalColors,
  Theme,
  type ThemeJson,
} from "../../../core/themes/index.ts";

export interface ThemeChoiceOptions {
  /** As the setting has it: a name, or `light/dark` names. */
  readonly setting: string;
  readonly depth: ColorDepth;
  /** Before the terminal has said what its background is. */
  readonly scheme?: TerminalColorScheme | undefined;
  /** The themes that the user, the folder and packages bring; asked whenever one is looked for. */
  readonly others: () => readonly ThemeJson[];
}

/** Made from what the terminal says of itself; with nothing but its sixteen colours where it says nothing. */
const SYSTEM = "system";

/** The theme in use. Views ask for it whenever they draw, so a change needs no new views: only that they draw again. */
export class ThemeChoice {
  onChange: () => void = () => undefined;
  private setting: string;
  private scheme: TerminalColorScheme;
  private terminal: TerminalColors | undefined;
  private theme: Theme;
  private readonly depth: ColorDepth;
  private readonly others: () => readonly ThemeJson[];

  constructor({ setting, depth, others, scheme = "dark" }: ThemeChoiceOptions) {
    this.setting = setting;
    this.scheme = scheme;
    this.depth = depth;
    this.others = others;
    this.theme = this.resolve();
  }

  get current(): Theme {
    return this.theme;
  }

  /** The names there are: those that come with Tau, then the user's own. */
  names(): string[] {
    return [...new Set([...builtInThemes().map(({ name }) => name), ...this.others().map(({ name }) => name)])];
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

  /** The terminal named its colours. */
  followColors(colors: TerminalColors): void {
    this.terminal = colors;
    const scheme = isLight(colors) ? "light" : "dark";
    const isOther = scheme !== this.scheme && this.setting.includes("/");
    this.scheme = scheme;
    if (isOther || this.theme.name === SYSTEM) this.refresh();
  }

  /** Reads the theme again: its file may have changed. */
  refresh(): void {
    this.theme = this.resolve();
    this.onChange();
  }

  load(name: string): Theme | undefined {
    const json = this.find(name);
    return json && Theme.of(json, this.depth);
  }

  private resolve(): Theme {
    return this.load(this.nameIn(this.setting)) ?? Theme.of(findBuiltInTheme("dark") as ThemeJson, this.depth);
  }

  private nameIn(setting: string): string {
    const [light = setting, dark = light] = setting.split("/");
    return this.scheme === "light" ? light : dark;
  }

  private find(name: string): ThemeJson | undefined {
    if (name === SYSTEM && this.terminal && this.depth !== "16color") return systemThemeFrom(this.terminal);
    return findBuiltInTheme(name) ?? this.others().find((theme) => theme.name === name);
  }
}

/** Dark text makes a background of middling grey a light one. */
function isLight({ background, foreground }: TerminalColors): boolean {
  return luminance(background) > (foreground ? luminance(foreground) : 0.5);
}
