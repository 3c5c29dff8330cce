/** What batteries bring that must cost nothing until it is used. */
const KINDS: readonly ((name: string) => string)[] = [
  (name) => `commands: { ${name}: { description: "Does ${name}", words: ["list", "add"] } }`,
  (name) => `tools: [{ name: "${name}", label: "${name}", description: "${"Does a lot. ".repeat(40)}", loadout: "found",
    parameters: { type: "object", properties: { path: { type: "string", description: "Where" } } } }]`,
  (name) => `flags: { "${name}-level": { type: "string", description: "How much of ${name}" } }, events: ["user_bash"]`,
  (name) => `settings: { ${name}: { type: "object", description: "About ${name}",
    properties: { limit: { type: "integer", default: 3, description: "How many" } } } }, events: ["session_before_compact"]`,
  (name) =>
    `when: { program: "git", file: ".${name}" }, commands: { ${name}: {} }, events: ["tool_call", "tool_result"]`,
  (name) =>
    `when: { remote: "github.com" }, draws: { tools: ["${name}"], entries: ["${name}"] }, commands: { ${name}: {} }`,
];

/** The files of that many batteries, by their path below the folder of batteries. */
export function madeBatteries(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `made${index}`);
  return Object.fromEntries(
    names.flatMap((name, index) => [
      [
        `${name}/manifest.ts`,
        `export const manifest = { name: "${name}", description: "Battery ${name}", load: () => import("./index.ts"),
          ${KINDS[index % KINDS.length]?.(name)} };`,
      ],
      [`${name}/index.ts`, `process.stderr.write("loaded ${name}\\n"); export default (pi) => undefined;`],
    ]),
  );
}
