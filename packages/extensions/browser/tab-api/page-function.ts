/**
 * Returns a function for Playwright to run in the page, made of its source. Playwright sends functions as their text, so this one is never
 * called here.
 */
export function pageFunction<F extends (...args: never[]) => unknown>(source: string): F {
  const unused = () => undefined;
  return Object.assign(unused, { toString: () => source }) as unknown as F;
}
