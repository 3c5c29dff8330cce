/** An invalid expression. The message lets the model correct it. */
export class CalculationError extends Error {
  override readonly name = "CalculationError";
}

const NUMBER = /0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const OPERATOR = /\*\*|[-+*/%()]/y;
const SPACE = /\s*/y;
/** More than any real expression nests, and far below the stack limit. */
const MAX_DEPTH = 200;

/**
 * Returns the value of an arithmetic expression. `**` binds tightest and to the right, then unary signs, then `* / %`, then
 * `+ -`: so `-2 ** 2` is -4 and `2 ** 3 ** 2` is 512.
 */
export function evaluate(expression: string): number {
  const parser = new Parser(expression);
  const value = parser.parse();
  if (!Number.isFinite(value)) throw new CalculationError(`${expression} has no finite value.`);
  // Returns 0 instead of negative zero, which would only confuse.
  return value === 0 ? 0 : value;
}

class Parser {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  parse(): number {
    if (this.text.trim() === "") throw new CalculationError("The expression is empty.");
    const value = this.sum();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  private sum(): number {
    let value = this.product();
    for (let operator = this.take("+", "-"); operator; operator = this.take("+", "-"))
      value = operator === "+" ? value + this.product() : value - this.product();
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (let operator = this.take("*", "/", "%"); operator; operator = this.take("*", "/", "%")) {
      const right = this.signed();
      value = operator === "*" ? value * right : operator === "/" ? value / right : value % right;
    }
    return value;
  }

  private signed(): number {
    const sign = this.take("+", "-");
    if (!sign) return this.power();
    const value = this.nested(() => this.signed());
    return sign === "-" ? -value : value;
  }

  /** The exponent may have its own sign: `2 ** -1`. */
  private power(): number {
    const base = this.primary();
    return this.take("**") ? base ** this.nested(() => this.signed()) : base;
  }

  private primary(): number {
    if (this.take("(")) {
      const value = this.nested(() => this.sum());
      if (!this.take(")")) throw new CalculationError(`A closing parenthesis is missing in ${this.text}.`);
      return value;
    }
    this.match(SPACE);
    const digits = this.match(NUMBER);
    if (digits === undefined) this.fail();
    this.match(SPACE);
    return Number(digits);
  }

  private nested(parse: () => number): number {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CalculationError("The expression is nested too deeply.");
    const value = parse();
    this.depth -= 1;
    return value;
  }

  private take(...wanted: string[]): string | undefined {
    this.match(SPACE);
    const start = this.at;
    const operator = this.match(OPERATOR);
    if (operator !== undefined && wanted.includes(operator)) return operator;
    this.at = start;
    return undefined;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private fail(): never {
    const rest = this.text.slice(this.at).trim();
    if (rest === "") throw new CalculationError(`${this.text} ends where a number is needed.`);
    throw new CalculationError(
      `Unexpected "${rest.slice(0, 20)}" in ${this.text}. Only numbers, + - * / % ** and parentheses.`,
    );
  }
}
