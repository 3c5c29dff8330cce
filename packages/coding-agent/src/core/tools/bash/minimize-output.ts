/** Lines that a model does not need while everything works, by the program that prints them. */
const NOISE: readonly { readonly program: RegExp; readonly line: RegExp; readonly what: string }[] = [
  {
    program: /\bcargo\b/,
    line: /^\s*(?:Compiling|Checking|Downloading|Downloaded|Fresh|Adding|Locking) /,
    what: "progress",
  },
  {
    program: /\bpip3?\b|\buv\b/,
    line: /^\s*(?:Collecting|Downloading|Using cached|Requirement already)/,
    what: "progress",
  },
  { program: /\b(?:mvnw?|gradlew?)\b/, line: /^(?:\[INFO\] )?Download(?:ing|ed)\b/, what: "downloads" },
  { program: /\bdocker\b/, line: /^(?:#\d+ (?:sha256:|extracting )|[0-9a-f]{12}: )/, what: "progress" },
  { program: /\bgo\b/, line: /^(?:=== (?:RUN|PAUSE|CONT|NAME)|\s*--- PASS)/, what: "passed tests" },
  { program: /\bpytest\b/, line: / PASSED\s*(?:\[ *\d+%\])?$/, what: "passed tests" },
  { program: /\b(?:test|vitest|jest|mocha|tap)\b/, line: /^(?:\s*[✓✔√] |ok \d+\b(?!.*# TODO))/, what: "passed tests" },
];

/** Shorter outputs are not minimized. */
const LEAST_CHARACTERS = 2000;
/** The share of the output that must be removed to justify not showing the raw output. */
const LEAST_GAIN = 0.25;
/** The minimum number of consecutive lines that differ only in numbers. */
const LEAST_RUN = 4;

/** Returns the output without repetition and noise, or `undefined` if that saves little. Never removes a single line. */
export function minimizeOutput(command: string, output: string): string | undefined {
  if (output.length < LEAST_CHARACTERS) return undefined;
  const rules = NOISE.filter(({ program }) => program.test(command));
  const kept = withoutRuns(withoutNoise(output.split("\n"), rules)).join("\n");
  return kept.length <= output.length * (1 - LEAST_GAIN) ? kept : undefined;
}

function withoutNoise(lines: readonly string[], rules: typeof NOISE): string[] {
  if (rules.length === 0) return [...lines];
  const kept: string[] = [];
  let run: { readonly what: string; readonly lines: string[] } | undefined;
  const flush = () => {
    // A single line is shorter than a note about it.
    if (run) kept.push(...(run.lines.length > 1 ? [`[${run.lines.length} lines of ${run.what}]`] : run.lines));
    run = undefined;
  };
  for (const line of lines) {
    const rule = rules.find((each) => each.line.test(line));
    if (run?.what !== rule?.what) flush();
    if (!rule) kept.push(line);
    else if (run) run.lines.push(line);
    else run = { what: rule.what, lines: [line] };
  }
  flush();
  return kept;
}

/** Keeps the first and the last of consecutive lines that differ only in numbers. */
function withoutRuns(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let start = 0; start < lines.length; ) {
    const shape = shapeOf(lines[start] ?? "");
    let end = start + 1;
    while (end < lines.length && shapeOf(lines[end] ?? "") === shape) end += 1;
    const run = lines.slice(start, end);
    if (run.length < LEAST_RUN || shape === "") kept.push(...run);
    else kept.push(run[0] ?? "", `[${run.length - 2} lines like these]`, run.at(-1) ?? "");
    start = end;
  }
  return kept;
}

/** Returns the line with numbers and progress bars normalised. */
function shapeOf(line: string): string {
  return line
    .trim()
    .replace(/\d+(?:[.,:]\d+)*/g, "0")
    .replace(/[#=━█▉▊▋▌▍▎▏░▒▓·.\-> ]{3,}/g, "-");
}
