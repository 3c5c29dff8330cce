/** Shows every component. In a terminal: tab and shift+tab go through them, ctrl+c leaves. In a pipe: all of them, below each other. */
import process from "node:process";
import { Container, matchesKey, ProcessTerminal, Spacer, Tabs, Text, TuiMainScreen } from "../src/index.ts";
import { exhibits } from "./exhibits.ts";
import { bold, tabsTheme } from "./theme.ts";

const terminal = new ProcessTerminal();
const tui = new TuiMainScreen(terminal);

if (process.stdout.isTTY) show();
else print();

function show(): void {
  const tabs = new Tabs(
    exhibits.map(({ name }) => ({ id: name, label: name })),
    tabsTheme,
  );
  const stage = new Container();
  const present = () => {
    const exhibit = exhibits.find(({ name }) => name === tabs.getActiveTab()?.id);
    for (const child of stage.children) child.dispose?.();
    stage.clear();
    if (!exhibit) return;
    const component = exhibit.create(tui);
    stage.addChild(component);
    tui.setFocus(component);
    tui.requestRender();
  };
  tabs.onChange = present;
  for (const component of [new Text(bold("Gallery"), 0, 0), tabs, new Spacer(1), stage]) tui.addChild(component);
  tui.addInputListener((data) => {
    if (matchesKey(data, "ctrl+c")) leave();
    if (!matchesKey(data, "tab") && !matchesKey(data, "shift+tab")) return undefined;
    tabs.handleInput(data);
    return { consume: true };
  });
  tui.start();
  present();
}

function leave(): never {
  tui.stop();
  process.exit(0);
}

function print(): void {
  // Whoever read the output may have seen enough.
  process.stdout.on("error", () => process.exit(0));
  const width = Number(process.env.COLUMNS) || 80;
  for (const { name, create } of exhibits) {
    const component = create(tui);
    process.stdout.write(`${bold(name)}\n${component.render(width).join("\x1b[0m\n")}\x1b[0m\n\n`);
    component.dispose?.();
  }
}
