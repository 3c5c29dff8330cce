import type { Component } from "../../component.ts";
import type { TuiMouseDispatchResult, TuiMouseEvent, TuiMouseEventType } from "../../mouse.ts";
import { dispatchMouse } from "../dispatch-mouse.ts";
import type { OverlayStack } from "../overlays/overlay-stack.ts";
import type { LayoutBox, LayoutFrame } from "./layout.ts";
import type { MouseInput } from "./mouse-input.ts";
import type { ScrollView } from "./scroll-view.ts";
import { Selection, type SelectionUnit } from "./selection.ts";
import type { WheelPace } from "./wheel-pace.ts";

/** The parts of the screen that the pointer uses. */
export interface PointerHost {
  readonly overlays: OverlayStack;
  readonly wheel: WheelPace;
  frame(): LayoutFrame | undefined;
  focus(component: Component): void;
  requestRender(): void;
  /** Called when the user released the button after selecting. */
  selected(text: string): void;
  /** Called for a click that no component handled. */
  clicked(column: number, row: number): void;
  /** Called when the right button was pressed without a modifier and no component handled it. */
  rightPressed(): void;
  now(): number;
}

interface Target {
  readonly component: Component;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Press =
  | { readonly kind: "component"; readonly target: Target; readonly captured: boolean }
  | { readonly kind: "scrollbar"; readonly box: LayoutBox; readonly view: ScrollView }
  | { readonly kind: "text" };

const DOUBLE_CLICK_MS = 400;
const UNITS: readonly SelectionUnit[] = ["cell", "word", "line"];

/** Routes pointer events: to the component under the pointer if it handles them, otherwise to scrolling, the scrollbar and selection. */
export class Pointer {
  selection: Selection | undefined;
  private readonly host: PointerHost;
  private press: Press | undefined;
  private moved = false;
  private lastClick = { column: -1, row: -1, at: Number.NEGATIVE_INFINITY, count: 0 };

  constructor(host: PointerHost) {
    this.host = host;
  }

  handle(input: MouseInput): void {
    switch (input.kind) {
      case "wheel":
        this.wheel(input);
        return;
      case "press":
        this.pressed(input);
        return;
      case "drag":
        this.dragged(input);
        return;
      case "release":
        this.released(input);
        return;
      case "move":
        this.offer("move", input, this.targetAt(input));
    }
  }

  private wheel(input: MouseInput): void {
    const lines = this.host.wheel.step(input.wheel, { far: input.alt });
    if (lines === 0 || this.offer("wheel", input, this.targetAt(input), { wheelDelta: lines })) return;
    const frame = this.host.frame();
    const views = boxAt(frame, input)?.scrollViews ?? [];
    let left = lines;
    for (const view of views.length > 0 ? views : [frame?.primary]) {
      if (!view || left === 0) break;
      left = view.scrollBy(left);
      if (view.overscroll === "contain") break;
    }
    this.host.requestRender();
  }

  private pressed(input: MouseInput): void {
    this.moved = false;
    const hadSelection = this.selection !== undefined;
    this.selection = undefined;
    this.countClick(input);
    const target = this.targetAt(input);
    const result = this.offer("press", input, target);
    const box = boxAt(this.host.frame(), input);
    const view = box?.scrollViews[0];
    if (target && result)
      this.press = result.capture
        ? { kind: "component", target: targetOf(result), captured: true }
        : { kind: "component", target, captured: false };
    else if (box && view && isOnScrollbar(box, view, input)) {
      this.press = { kind: "scrollbar", box, view };
      view.setScrollbarActive(true);
      view.scrollToTrack(input.row - box.rect.y);
    } else {
      this.press = { kind: "text" };
      if (input.button === "left" && box) this.startSelection(box, input);
      if (input.button === "right" && !input.shift && !input.alt && !input.ctrl) this.host.rightPressed();
    }
    if (hadSelection || !result) this.host.requestRender();
  }

  private startSelection(box: LayoutBox, input: MouseInput): void {
    const unit = UNITS[(this.lastClick.count - 1) % UNITS.length] ?? "cell";
    this.selection = Selection.start(box, input.column, input.row, unit);
  }

  private dragged(input: MouseInput): void {
    this.moved = true;
    const { press, selection } = this;
    if (press?.kind === "component") {
      this.offer("drag", input, press.captured ? press.target : this.targetAt(input));
    } else if (press?.kind === "scrollbar") {
      press.view.scrollToTrack(input.row - press.box.rect.y);
      this.host.requestRender();
    } else if (selection) {
      this.drag(selection, input);
      this.host.requestRender();
    }
  }

  /** Extends the selection. At the edge of a view, the content scrolls one line for each pointer event. */
  private drag(selection: Selection, input: MouseInput): void {
    const box = this.host.frame()?.boxes.find((candidate) => selection.belongsTo(candidate));
    if (!box) return;
    const view = box.scrollViews[0];
    if (input.row <= box.rect.y) view?.scrollBy(-1);
    else if (input.row >= box.rect.y + box.rect.height - 1) view?.scrollBy(1);
    selection.extend(box, input.column, input.row);
  }

  private released(input: MouseInput): void {
    const { press, selection } = this;
    this.press = undefined;
    if (press?.kind === "scrollbar") press.view.setScrollbarActive(false);
    if (press?.kind === "component") {
      this.offer("release", input, press.target);
      if (!this.moved) this.offer("click", input, press.target, { clickCount: this.lastClick.count });
      return;
    }
    if (selection && !selection.isEmpty) {
      this.host.selected(selection.text());
      return;
    }
    this.selection = undefined;
    if (press?.kind !== "text" || this.moved) return;
    const taken = this.offer("click", input, this.targetAt(input), { clickCount: this.lastClick.count });
    if (!taken) this.host.clicked(input.column, input.row);
  }

  private countClick({ column, row }: MouseInput): void {
    const { lastClick } = this;
    const at = this.host.now();
    const again = lastClick.column === column && lastClick.row === row && at - lastClick.at < DOUBLE_CLICK_MS;
    this.lastClick = { column, row, at, count: again ? lastClick.count + 1 : 1 };
  }

  private targetAt({ column, row }: MouseInput): Target | undefined {
    const overlay = this.host.overlays.at(column, row);
    if (overlay) {
      const { row: y, col: x, width, height } = overlay.bounds;
      return { component: overlay.component, x, y, width, height };
    }
    const box = boxAt(this.host.frame(), { column, row });
    const at = box?.rows[row - box.rect.y];
    if (!box || !at) return undefined;
    return { component: at.leaf, x: box.rect.x, y: row - at.line, width: box.rect.width, height: at.height };
  }

  /** Returns the component's answer, if it handled the event. */
  private offer(
    type: TuiMouseEventType,
    input: MouseInput,
    target: Target | undefined,
    extra: Pick<TuiMouseEvent, "wheelDelta" | "clickCount"> = {},
  ): TuiMouseDispatchResult | undefined {
    if (!target) return undefined;
    const result = dispatchMouse(target.component, {
      type,
      button: input.button,
      x: input.column - target.x,
      y: input.row - target.y,
      screenX: input.column,
      screenY: input.row,
      width: target.width,
      height: target.height,
      shift: input.shift,
      alt: input.alt,
      ctrl: input.ctrl,
      ...extra,
    });
    if (!result) return undefined;
    // A component that takes keys passes them on itself; a plain box around an input does not.
    if (result.focus) this.host.focus(target.component.handleInput ? target.component : result.target.component);
    if (result.render ?? (type !== "move" && type !== "release")) this.host.requestRender();
    return result;
  }
}

function targetOf({ target: { component, originX, originY, width, height } }: TuiMouseDispatchResult): Target {
  return { component, x: originX, y: originY, width, height };
}

function boxAt(
  frame: LayoutFrame | undefined,
  { column, row }: { column: number; row: number },
): LayoutBox | undefined {
  return frame?.boxes.findLast(({ rect }) => {
    return column >= rect.x && column < rect.x + rect.width && row >= rect.y && row < rect.y + rect.height;
  });
}

function isOnScrollbar(box: LayoutBox, view: ScrollView, input: MouseInput): boolean {
  return view.isScrollbarVisible && input.button === "left" && input.column === box.rect.x + box.rect.width - 1;
}
