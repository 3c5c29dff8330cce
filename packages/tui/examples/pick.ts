/** A list with a filter: prints what was chosen. Run: node --conditions=@tau/source packages/tui/examples/pick.ts */
import { readdir } from "node:fs/promises";
import process from "node:process";
import { selectListTheme } from "../gallery/theme.ts";
import { Container, getKeybindings, Input, ProcessTerminal, SelectList, TuiMainScreen } from "../src/index.ts";

const names = await readdir(process.argv[2] ?? ".");
const tui = new TuiMainScreen(new ProcessTerminal());
const list = new SelectList(
  names.map((name) => ({ value: name, label: name })),
  10,
  selectListTheme,
);
const input = new Input({ placeholder: "type to filter" });

/** Navigation goes to the list, everything else to the filter. */
class Picker extends Container {
  handleInput(data: string): void {
    const keys = getKeybindings();
    const isForList = (["up", "down", "pageUp", "pageDown", "confirm", "cancel"] as const).some((action) =>
      keys.matches(data, `tui.select.${action}`),
    );
    if (isForList) list.handleInput(data);
    else {
      input.handleInput(data);
      list.setFilter(input.getValue());
    }
  }
}

function finish(chosen?: string): void {
  tui.stop();
  if (chosen !== undefined) console.log(chosen);
  process.exit(chosen === undefined ? 1 : 0);
}

list.onSelect = (item) => finish(item.value);
list.onCancel = () => finish();
const picker = new Picker();
picker.addChild(input);
picker.addChild(list);
tui.addChild(picker);
tui.setFocus(picker);
tui.start();
