import { Text } from "@tau/tui";
import { expect, test } from "vitest";
import type { ToolRenderContext, ToolRenderers } from "../../../../src/core/extensions/index.ts";
import { ToolExecutionView } from "../../../../src/modes/interactive/renderers/tool-execution-view.ts";
import { USUAL_LOOK } from "../../../../src/modes/interactive/renderers/view-context.ts";
import { NO_RENDERERS, seen, textResult, toolView, viewContext } from "./tool-view.ts";

test("an extension's renderers take the place of the usual ones, and are given what they showed before", () => {
  const contexts: ToolRenderContext[] = [];
  const { view } = toolView("read", {
    custom: {
      renderCall: (args, _theme, context) => {
        contexts.push(context);
        return new Text(`my ${String((args as { path: string }).path)}`, 0, 0);
      },
      renderResult: (result, { isPartial }) => new Text(`${isPartial ? "part" : "all"} ${result.content.length}`, 0, 0),
    },
  });
  view.called({ path: "a" });
  view.updateResult(textResult("x"), true);
  expect(seen(view, 40)).toBe("\n my a\n part 1");
  view.finish(textResult("x"), false);
  expect(seen(view, 40)).toBe("\n my a\n all 1");
  expect(contexts.map(({ lastComponent, isPartial }) => [lastComponent instanceof Text, isPartial])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test("one that throws, at once or while drawing, gives way to the usual look", () => {
  const { view } = toolView("read", {
    custom: {
      renderCall: () => {
        throw new Error("broken");
      },
      renderResult: () => ({
        invalidate: () => undefined,
        render: () => {
          throw new Error("broken later");
        },
      }),
    },
  });
  view.called({ path: "a.txt" });
  view.finish(textResult("nothing there"), true);
  expect(seen(view, 40)).toBe("\n read a.txt\n nothing there");
});

test("one that draws its own shell gets no frame around it", () => {
  const { view } = toolView("other", { custom: { renderShell: "self", renderCall: () => new Text("bare", 0, 0) } });
  view.called({});
  expect(view.render(40).map((row) => row.trimEnd())).toEqual(["", "bare"]);
});

test("how long a call took is told from its result, also where it ran long ago", () => {
  const { view } = toolView("read", {
    custom: { renderResult: (_result, _options, _theme, { durationMs }) => new Text(`took ${durationMs}`, 0, 0) },
  });
  view.called({ path: "a" });
  view.updateResult(textResult("x"), true);
  expect(seen(view, 40)).toContain("took undefined");
  view.finish(textResult("x"), false, 1234);
  expect(seen(view, 40)).toContain("took 1234");
});

test("one that draws its own shell knows how many columns are to stay empty", () => {
  const look = { ...USUAL_LOOK, outputPad: 3 };
  const custom: ToolRenderers = {
    renderShell: "self",
    renderCall: (_args, _theme, { outputPad }) => new Text("padded", outputPad, 0),
  };
  const extensions = { ...NO_RENDERERS, resolveToolRenderers: () => custom };
  const view = new ToolExecutionView("other", viewContext({ look, extensions }));
  view.called({});
  expect(seen(view, 40)).toBe("\n   padded");
});
