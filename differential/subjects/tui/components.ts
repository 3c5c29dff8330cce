import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { inked, plain, visible } from "../cells.ts";
import { prose, styledProse } from "../texts.ts";
import { HeadlessTerminal } from "./headless-terminal.ts";
import { background, foreground } from "./theme.ts";

const width = fc.oneof(fc.integer({ min: 10, max: 30 }), fc.integer({ min: 10, max: 200 }));
const padding = fc.integer({ min: 0, max: 3 });

export const componentSubjects = [
  subject({
    name: "tui/text",
    inputs: fc.record({ text: fc.oneof(prose, styledProse), width, x: padding, y: padding, fill: fc.boolean() }),
    run: ({ tui }, { text, width, x, y, fill }) => {
      const component = new tui.Text(text, x, y, fill ? background : undefined);
      const first = words(component.render(width));
      component.setText(`${text}!`);
      component.setCustomBgFn(undefined);
      return [first, words(component.render(width))];
    },
  }),
  subject({
    name: "tui/row-widths",
    inputs: fc.record({
      text: prose,
      width: fc.integer({ min: 3, max: 60 }),
      kind: fc.constantFrom("text", "box", "truncated", "input"),
    }),
    run: ({ tui }, { text, width, kind }) => {
      const box = new tui.Box(1, 0);
      box.addChild(new tui.Text(text, 0, 0));
      const input = new tui.Input();
      input.setValue("a");
      const line = text.replaceAll("\n", " ");
      const component = { text: new tui.Text(text, 0, 0), box, truncated: new tui.TruncatedText(line), input }[kind];
      return component?.render(width).map((row) => tui.visibleWidth(row));
    },
  }),
  subject({
    name: "tui/text-defaults",
    inputs: fc.tuple(prose, width),
    run: ({ tui }, [text, width]) =>
      [new tui.Text(text).render(width), new tui.Text().render(width)].map((rows) => rows.map(drawn)),
  }),
  subject({
    name: "tui/truncated-text",
    inputs: fc.record({ text: styledProse, width, x: padding, y: padding }),
    run: ({ tui }, { text, width, x, y }) => new tui.TruncatedText(text, x, y).render(width).map(drawn),
  }),
  subject({
    name: "tui/box",
    inputs: fc.record({
      texts: fc.array(styledProse, { maxLength: 3 }),
      width,
      x: padding,
      y: padding,
      fill: fc.boolean(),
    }),
    run: ({ tui }, { texts, width, x, y, fill }) => {
      const box = new tui.Box(x, y, fill ? background : undefined);
      const children = texts.map((text) => new tui.Text(text, 0, 0));
      for (const child of children) box.addChild(child);
      const first = words(box.render(width));
      if (children[0]) box.removeChild(children[0]);
      box.setBgFn(undefined);
      const second = words(box.render(width));
      box.clear();
      return [first, second, box.render(width).map(drawn), box.children.length];
    },
  }),
  subject({
    name: "tui/container",
    inputs: fc.record({ texts: fc.array(prose, { maxLength: 4 }), width, lines: fc.integer({ min: 0, max: 4 }) }),
    run: ({ tui }, { texts, width, lines }) => {
      const container = new tui.Container();
      for (const text of texts) container.addChild(new tui.Text(text, 0, 0));
      const spacer = new tui.Spacer(lines);
      container.addChild(spacer);
      container.addChild(new tui.Spacer());
      const first = container.render(width).map(drawn);
      spacer.setLines(lines + 1);
      container.invalidate();
      const second = container.render(width).length;
      container.clear();
      return [first, second, container.children.length, container.render(width).length];
    },
  }),
  subject({
    name: "tui/stacks",
    inputs: fc.record({
      entries: fc.array(
        fc.record(
          {
            text: prose,
            basis: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant("auto" as const)),
            grow: fc.integer({ min: 0, max: 2 }),
            shrink: fc.integer({ min: 0, max: 2 }),
            minSize: fc.integer({ min: 0, max: 6 }),
            maxSize: fc.integer({ min: 1, max: 20 }),
          },
          { requiredKeys: ["text"] },
        ),
        { maxLength: 3 },
      ),
      gap: fc.integer({ min: 0, max: 2 }),
      align: fc.constantFrom("stretch" as const, "start" as const, "center" as const, "end" as const),
      width,
      kind: fc.constantFrom("HStack" as const, "VStack" as const),
    }),
    run: ({ tui }, { entries, gap, align, width, kind }) => {
      const children = entries.map(({ text, ...rest }) => ({ component: new tui.Text(text, 0, 0), ...rest }));
      return new tui[kind](children, { gap, align }).render(width).map(visible);
    },
  }),
  subject({
    name: "tui/scroll-view",
    inputs: fc.record({
      lines: fc.integer({ min: 0, max: 30 }),
      height: fc.integer({ min: 1, max: 12 }),
      width: fc.integer({ min: 2, max: 40 }),
      follow: fc.constantFrom("none" as const, "end" as const),
      scrollbar: fc.constantFrom("hidden" as const, "auto" as const, "always" as const),
      steps: fc.array(fc.oneof(fc.integer({ min: -8, max: 8 }), fc.constantFrom("start", "end", "to")), {
        maxLength: 5,
      }),
    }),
    run: ({ tui }, { lines, height, width, follow, scrollbar, steps }) => {
      const text = Array.from({ length: lines }, (_, index) => `line ${index}`).join("\n");
      const view = new tui.ScrollView(new tui.Text(text, 0, 0), { follow, scrollbar });
      view.updateLayout(lines, height, () => undefined);
      const states = steps.map((step) => {
        const moved = typeof step === "number" ? view.scrollBy(step) : undefined;
        if (step === "start") view.scrollToStart();
        if (step === "end") view.scrollToEnd();
        if (step === "to") view.scrollTo(3, { disableFollow: true });
        return { moved, top: view.scrollTop, following: view.isFollowingEnd, visible: view.isScrollbarVisible };
      });
      return {
        states,
        height: view.viewportHeight,
        content: view.getContentWidth(width),
        bar: view.scrollbar,
        rows: view.render(width).map(drawn),
      };
    },
  }),
  subject({
    name: "tui/loader",
    inputs: fc.record({
      message: fc.option(prose, { nil: undefined }),
      width,
      frames: fc.option(fc.array(fc.constantFrom("-", "漢", ""), { maxLength: 3 }), { nil: undefined }),
    }),
    run: ({ tui }, { message, width, frames }) => {
      const terminal = new HeadlessTerminal(80, 24);
      const screen = new tui.TuiMainScreen(terminal);
      const indicator = frames && { frames };
      const loader = new tui.Loader(screen, foreground(1), foreground(2), message, indicator);
      const first = loader.render(width).map(drawn);
      loader.setMessage("other");
      const second = loader.render(width).map(drawn);
      loader.stop();
      return [first, second];
    },
  }),
  subject({
    name: "tui/cancellable-loader",
    inputs: fc.array(fc.constantFrom("a", "\x1b", "\x03", "\r"), { maxLength: 3 }),
    run: ({ tui }, keys) => {
      const screen = new tui.TuiMainScreen(new HeadlessTerminal(80, 24));
      const loader = new tui.CancellableLoader(screen, foreground(1), foreground(2), "Working");
      let aborts = 0;
      loader.onAbort = () => aborts++;
      const states = keys.map((key) => {
        loader.handleInput(key);
        return [loader.aborted, loader.signal.aborted, aborts > 0];
      });
      loader.dispose();
      return states;
    },
  }),
  subject({
    name: "tui/mouse-region",
    inputs: fc.record({
      type: fc.constantFrom("press" as const, "release" as const, "click" as const, "wheel" as const),
      answer: fc.constantFrom(
        undefined,
        { handled: true },
        { handled: false },
        { capture: true, handled: true },
        { render: true },
      ),
      x: fc.integer({ min: 0, max: 10 }),
      y: fc.integer({ min: 0, max: 3 }),
      wrap: fc.boolean(),
    }),
    run: ({ tui }, { type, answer, x, y, wrap }) => {
      const region = new tui.MouseRegion(new tui.Text("one\ntwo", 0, 0), () => answer);
      const box = new tui.Box(1, 1);
      box.addChild(new tui.Text("above", 0, 0));
      box.addChild(region);
      const target = wrap ? box : region;
      const rows = target.render(20).map(drawn);
      const event = {
        type,
        button: "left" as const,
        x,
        y,
        screenX: x,
        screenY: y,
        width: 20,
        height: rows.length,
        shift: false,
        alt: false,
        ctrl: false,
      };
      const result = target.handleMouse(event) as
        | (Record<string, unknown> & { target?: { component?: unknown } })
        | undefined;
      const { target: hit, focusTarget, ...plainResult } = result ?? {};
      return {
        rows,
        handled: result !== undefined,
        ...plainResult,
        hitRegion: hit && hit.component === region,
        focus: focusTarget === undefined,
      };
    },
  }),
  subject({
    name: "tui/is-focusable",
    inputs: fc.constantFrom("Input", "Text", "none"),
    runs: 3,
    run: ({ tui }, kind) => [
      tui.isFocusable(kind === "Input" ? new tui.Input() : kind === "Text" ? new tui.Text("a") : null),
      tui.isViewportTUI(new tui.TuiMainScreen(new HeadlessTerminal(80, 24))),
      tui.isViewportTUI(new tui.TuiAltScreen(new HeadlessTerminal(80, 24))),
      tui.CURSOR_MARKER,
    ],
  }),
];

/** What rows say: text without styles row by row; with styles, the rows that are not blank. */
function words(rows: readonly string[]): unknown[] {
  return rows.some((row) => row.includes("\x1b")) ? rows.map(inked).filter((row) => row.length > 0) : rows.map(drawn);
}

/** A row as text; where it has styles, as its styled words. */
function drawn(row: string): unknown {
  return row.includes("\x1b") ? inked(row) : plain(row).trimEnd();
}
