/** The length of a default is limited, so that no text makes the search quadratic. */
const PLACEHOLDER =
  /\$\{(?<name>[1-9]\d*|@|ARGUMENTS):-(?<fallback>[^}]{0,2000})\}|\$\{@:(?<from>\d+)(?::(?<count>\d+))?\}|\$(?<plain>[1-9]\d*|@|ARGUMENTS)/g;

/**
 * Replaces a template's placeholders: `$1`, `$@` and `$ARGUMENTS`, `${1:-default}`, `${@:N}` and `${@:N:L}`. Works in one pass, so the
 * content of an argument or default is never substituted again.
 */
export function substituteArgs(content: string, args: readonly string[]): string {
  return content.replace(PLACEHOLDER, (...match) => {
    const groups = match.at(-1) as Partial<Record<"name" | "fallback" | "from" | "count" | "plain", string>>;
    if (groups.name !== undefined) return argumentNamed(groups.name, args) || (groups.fallback ?? "");
    if (groups.from !== undefined) return slice(args, Number(groups.from), groups.count);
    return argumentNamed(groups.plain ?? "", args);
  });
}

export function hasPlaceholders(content: string): boolean {
  return content.search(PLACEHOLDER) >= 0;
}

function argumentNamed(name: string, args: readonly string[]): string {
  return name === "@" || name === "ARGUMENTS" ? args.join(" ") : (args[Number(name) - 1] ?? "");
}

function slice(args: readonly string[], from: number, count: string | undefined): string {
  const start = Math.max(from, 1) - 1;
  return args.slice(start, count === undefined ? undefined : start + Number(count)).join(" ");
}
