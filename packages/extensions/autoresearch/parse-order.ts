import type { ResearchLimits, ResearchOrder } from "./research-state.ts";

const USAGE = "/autoresearch <goal> --metric '<command>' [--check '<command>'] [--name <word>] [--higher] [--runs n]";

/** Parses what follows `/autoresearch`. */
export function parseOrder(text: string, defaults: ResearchLimits): ResearchOrder {
  let rest = ` ${text} `;
  const take = (name: string): string | undefined => {
    const match = new RegExp(`\\s--${name}[ =]("[^"]*"|'[^']*'|\\S+)`).exec(rest);
    if (!match) return undefined;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return (match[1] ?? "").replace(/^(["'])(.*)\1$/s, "$2");
  };
  const number = (name: string, otherwise: number): number => {
    const given = take(name);
    const value = given === undefined ? otherwise : Number(given);
    if (!(value >= 0)) throw new Error(`--${name} is "${given}", not a number.`);
    return value;
  };
  const command = take("metric");
  const check = take("check");
  const name = take("name");
  const target = take("target");
  const isHigher = /\s--higher\s/.test(rest);
  rest = rest.replace(/\s--(?:higher|lower)\s/g, " ");
  const runs = Math.max(1, Math.floor(number("runs", 1)));
  const limits = {
    attempts: number("attempts", defaults.attempts),
    minutes: number("minutes", defaults.minutes),
    cost: number("cost", defaults.cost),
    futile: number("futile", defaults.futile),
  };
  const unknown = /\s(--[a-z]\S*)/.exec(rest)?.[1];
  if (unknown) throw new Error(`There is no option ${unknown}. ${USAGE}`);
  const goal = rest.replace(/\s+/g, " ").trim();
  if (goal === "" || !command?.trim())
    throw new Error(`Say what is to be improved, and what prints the figure: ${USAGE}`);
  if (target !== undefined && !Number.isFinite(Number(target)))
    throw new Error(`--target is "${target}", not a number.`);
  return {
    ...{ goal, command, runs, direction: isHigher ? "higher" : "lower" },
    limits: { ...limits, ...(target === undefined ? {} : { target: Number(target) }) },
    ...(check ? { check } : {}),
    ...(name ? { name } : {}),
  };
}
