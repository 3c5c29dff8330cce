import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { plainText, styledText } from "../texts.ts";

const columns = fc.integer({ min: 1, max: 200 });

export const textSubjects = [
  subject({
    name: "tui/visible-width",
    inputs: fc.oneof(plainText, styledText),
    runs: 1_000,
    run: ({ tui }, text) => tui.visibleWidth(text),
  }),
  subject({
    name: "tui/wrap-text-with-ansi",
    inputs: fc.tuple(styledText, columns),
    runs: 500,
    run: ({ tui }, [text, width]) => tui.wrapTextWithAnsi(text, width),
  }),
];
