import { type Component, Container } from "@tau/tui";

/** A widget that has a text for screen readers. */
interface SpokenWidget extends Component {
  readonly spoken: string[];
}

/** Components by key, in the order in which they were first set. */
export class WidgetArea extends Container {
  private readonly widgets = new Map<string, Component>();
  readonly most: () => number;

  /** Shows at most `most` rows, so that an area below the editor cannot push it off the screen. */
  constructor(most: () => number = () => Number.POSITIVE_INFINITY) {
    super();
    this.most = most;
  }

  override render(width: number): string[] {
    const rows = super.render(width);
    const most = this.most();
    return rows.length > most ? rows.slice(0, most) : rows;
  }

  set(key: string, widget: Component | undefined): void {
    const known = this.widgets.get(key);
    if (known === widget) return;
    known?.dispose?.();
    if (widget) this.widgets.set(key, widget);
    else this.widgets.delete(key);
    this.clear();
    for (const each of this.widgets.values()) this.addChild(each);
  }

  /** The texts of widgets that have one for screen readers. Others are not read, because they may change at each frame. */
  get spoken(): Pick<Component, "render"> {
    return {
      render: () => this.children.flatMap((child) => ("spoken" in child ? (child as SpokenWidget).spoken : [])),
    };
  }

  get(key: string): Component | undefined {
    return this.widgets.get(key);
  }

  has(key: string): boolean {
    return this.widgets.has(key);
  }

  removeAll(): void {
    for (const key of [...this.widgets.keys()]) this.set(key, undefined);
  }
}
