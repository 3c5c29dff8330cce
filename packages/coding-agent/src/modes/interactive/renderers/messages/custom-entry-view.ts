import type { CustomEntry } from "@tau/agent";
import { Container } from "@tau/tui";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { GuardedView } from "../tools/guarded-view.ts";
import type { ViewContext } from "../view-context.ts";

/** What an extension remembers, as it wants it to be seen. The model does not know it. */
export class CustomEntryView extends Container {
  private readonly entry: CustomEntry;
  private readonly context: ViewContext;
  private readonly view = new GuardedView();

  constructor(entry: CustomEntry, context: ViewContext) {
    super();
    this.entry = entry;
    this.context = context;
    this.addChild(this.view);
    this.build();
  }

  override invalidate(): void {
    this.build();
    super.invalidate();
  }

  private build(): void {
    const { theme, expanded, extensions } = this.context;
    const render = extensions?.getEntryRenderer(this.entry.customType);
    this.view.update(
      () => render?.(this.entry, { expanded, keyText, keyHint }, theme),
      () => undefined,
    );
  }
}
