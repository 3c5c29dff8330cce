/** Serialises one record. It may contain U+2028 and U+2029, because only LF ends it. */
export function serializeJsonLine(value: unknown): string {
  return `${stringify(value)}\n`;
}

/** Serialises a value. The tree of a long session is nested too deep for the stack of `JSON.stringify`. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

/** Finished text, or a value that is still to be serialised. */
type Step = string | { readonly value: unknown };

/** Returns the same text as `JSON.stringify`, but without recursion. */
export function stringifyDeep(root: unknown): string {
  const text: string[] = [];
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === "string") text.push(step);
    else if (typeof step.value !== "object" || step.value === null || "toJSON" in step.value)
      text.push(JSON.stringify(step.value) ?? "null");
    else for (const next of stepsOf(step.value).reverse()) steps.push(next);
  }
  return text.join("");
}

function stepsOf(value: object): Step[] {
  const isArray = Array.isArray(value);
  const steps: Step[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (!isArray && !hasText(member)) continue;
    if (steps.length > 0) steps.push(",");
    if (!isArray) steps.push(`${JSON.stringify(key)}:`);
    steps.push({ value: member });
  }
  return isArray ? ["[", ...steps, "]"] : ["{", ...steps, "}"];
}

/** Returns whether JSON has a text for the value. Other members are left out of an object. */
function hasText(value: unknown): boolean {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}
