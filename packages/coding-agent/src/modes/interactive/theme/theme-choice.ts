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
  /** The value of the setting: one name, or two as `light/dark`. */
  readonly setting: string;
  readonly depth: ColorDepth;
  /** The scheme to use until the terminal has reported its background. */
  readonly scheme?: TerminalColorScheme | undefined;
  /** Returns the themes of the user, the folder and packages. Called at each lookup. */
  readonly others: () => readonly ThemeJson[];
}

/** The theme made from the terminal's reported colours, or from its sixteen standard colours if it reports none. */
const SYSTEM = "system";

/** The current theme. Views read it whenever they draw, so after a change they only need to be redrawn. */
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

  /** Returns all names: first the built-in themes, then the user's. */
  names(): string[] {
    return [...new Set([...builtInThemes().map(({ name }) => name), ...this.others().map(({ name }) => name)])];
  }

  /** Uses a theme. Returns whether it exists. */
  use(setting: string): boolean {
    if (!this.find(this.nameIn(setting))) return false;
    this.setting = setting;
    this.refresh();
    return true;
  }

  /** Uses a theme that an extension provides. */
  useInstance(theme: Theme): void {
    this.theme = theme;
    this.onChange();
  }

  /** Called when the terminal reports whether its background is dark or light. */
  follow(scheme: TerminalColorScheme): void {
    if (scheme === this.scheme) return;
    this.scheme = scheme;
    if (this.setting.includes("/")) this.refresh();
  }

  /** Called when the terminal reports its colours. */
  followColors(colors: TerminalColors): void {
    this.terminal = colors;
    const scheme = isLight(colors) ? "light" : "dark";
    const isOther = scheme !== this.scheme && this.setting.includes("/");
    this.scheme = scheme;
    if (isOther || this.theme.name === SYSTEM) this.refresh();
  }

  /** Reads the theme again, because its file may have changed. */
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

/** Returns whether the background is light. With dark text, even a medium grey background counts as light. */
function isLight({ background, foreground }: TerminalColors): boolean {
  return luminance(background) > (foreground ? luminance(foreground) : 0.5);
}
