import fc from "fast-check";
import { expect, test } from "vitest";
import { CalculationError, evaluate } from "../evaluate.ts";

test.each([
  ["2 ** 3 ** 2", 512],
  ["-2 ** 2", -4],
  ["(-2) ** 2", 4],
  ["2 ** -1", 0.5],
  ["0xff + 0b11 + 0o7", 265],
  [".5 + 1e2", 100.5],
  ["7 % 4", 3],
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["--5", 5],
  ["-0", 0],
  [" 10 / 4 ", 2.5],
])("R279, R316 %s = %d", (expression, value) => expect(evaluate(expression)).toBe(value));

test.each([
  ["1/0", /no finite value/],
  ["abc", /Unexpected "abc"/],
  ["(1", /closing parenthesis is missing/],
  ["", /empty/],
  ["1 +", /ends where a number is needed/],
  ["1 2", /Unexpected "2"/],
  ["sqrt(16)", /Unexpected "sqrt\(16\)"/],
  ["(".repeat(5_000), /nested too deeply/],
])("R317 %s is refused", (expression, reason) => {
  expect(() => evaluate(expression)).toThrow(CalculationError);
  expect(() => evaluate(expression)).toThrow(reason);
});

test("what we calculate is what the language calculates", () => {
  const number = fc.double({ min: 0, max: 1e6, noNaN: true }).map(String);
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      number,
      fc
        .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/", "%"), tie("expression"))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    ),
  }));
  fc.assert(
    fc.property(expression, (text) => {
      const expected = Number(new Function(`return ${text}`)());
      if (!Number.isFinite(expected)) expect(() => evaluate(text)).toThrow(CalculationError);
      else expect(evaluate(text)).toBe(expected === 0 ? 0 : expected);
    }),
  );
});

test("any text has a value or a reason", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-+*/%() 0-9.xebo]*$/), (text) => {
      try {
        expect(Number.isFinite(evaluate(text))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(CalculationError);
      }
    }),
  );
});
