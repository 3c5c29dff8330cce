import { expect, test } from "vitest";
import { Marked, type Tokens } from "../../src/index.ts";

test("the parser that published components use is there, and can be derived from", () => {
  const marked = new Marked({ gfm: true });
  const heading = marked.lexer("# Title")[0] as Tokens.Heading;
  expect([heading.type, heading.depth, heading.text]).toEqual(["heading", 1, "Title"]);
  expect(marked instanceof Marked).toBe(true);
  class Louder extends Marked {
    loud(source: string): string {
      return String(this.parse(source)).toUpperCase();
    }
  }
  expect(new Louder().loud("a")).toBe("<P>A</P>\n");
});
