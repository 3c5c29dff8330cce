import { expect, test } from "vitest";
import { flag, list, number, optionalText, text, texts } from "../../../src/cli/options/option.ts";
import { parseArguments, rejectUnknown } from "../../../src/cli/options/parse-arguments.ts";

const spec = { group: "Output", description: "…" } as const;
const table = {
  print: flag({ ...spec, short: "p" }),
  excludeTools: list({ ...spec, short: "xt" }),
  extension: texts({ ...spec, short: "e", placeholder: "path" }),
  model: text(spec),
  listModels: optionalText(spec),
  maxTurns: number(spec),
};

function parse(...args: string[]) {
  const { options, messages, files, unknown } = parseArguments(table, args);
  return { options, messages, files, unknown: Object.fromEntries(unknown) };
}

test("options, messages and files are told apart in any order", () => {
  expect(parse("first", "-p", "@a.txt", "--model", "x/y", "second")).toEqual({
    options: { print: true, model: "x/y" },
    messages: ["first", "second"],
    files: ["a.txt"],
    unknown: {},
  });
});

test("a value stands behind the option or behind an equals sign", () => {
  expect(parse("--model=a=b", "-xt", "read, bash,").options).toEqual({ model: "a=b", excludeTools: ["read", "bash"] });
});

test("a repeated option gathers its values", () => {
  expect(parse("-e", "one", "--extension", "two").options).toEqual({ extension: ["one", "two"] });
});

test("an optional value is left out before another option", () => {
  expect(parse("--list-models").options).toEqual({ listModels: true });
  expect(parse("--list-models", "-p").options).toEqual({ listModels: true, print: true });
  expect(parse("--list-models", "claude").options).toEqual({ listModels: "claude" });
});

test("after -- everything is a message, whatever it begins with", () => {
  expect(parse("--", "-p", "@x")).toEqual({ options: {}, messages: ["-p", "@x"], files: [], unknown: {} });
});

test("a prompt may be the value of an option although it begins with a dash", () => {
  expect(parse("--model", "-odd-").options).toEqual({ model: "-odd-" });
});

test.each([
  [["--model"], "--model needs a value"],
  [["--print=yes"], "--print takes no value"],
  [["--max-turns", "many"], '--max-turns needs a number of 0 or more, not "many"'],
  [["--max-turns", ""], '--max-turns needs a number of 0 or more, not ""'],
])("%j is refused by name", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

test("an unknown option is kept for the extensions and refused with a suggestion if none takes it", () => {
  const { unknown } = parseArguments(table, ["--modle", "x", "--plan"]);
  expect(Object.fromEntries(unknown)).toEqual({ "--modle": "x", "--plan": true });
  expect(() => rejectUnknown(unknown, table)).toThrow("Unknown option --modle. Did you mean --model?");
  expect(() => rejectUnknown(new Map(), table)).not.toThrow();
});
