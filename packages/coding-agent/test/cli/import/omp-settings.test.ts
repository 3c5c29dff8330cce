import { YamlError } from "@tau/agent";
import { expect, test } from "vitest";
import { ompSettings } from "../../../src/cli/import/omp-settings.ts";

test("a config.yml gives settings: themes by background, the shell, and the rest as it is", () => {
  const text = `# mine
theme:
  dark: titanium
  light: paper
shell: /bin/zsh
steeringMode: all
compaction: { enabled: false }
modelRoles:
  smol: haiku
hindsight:
  recallBudget: mid
`;
  expect(ompSettings(text)).toEqual({
    theme: "paper/titanium",
    shellPath: "/bin/zsh",
    steeringMode: "all",
    compaction: { enabled: false },
    modelRoles: { smol: "haiku" },
    hindsight: { recallBudget: "mid" },
  });
});

test("R11: keys of earlier versions are read under their present names", () => {
  const text = `queueMode: all
skills:
  customDirectories: [~/skills]
  enableSkillCommands: false
  ignoredSkills:
    - old-*
retry:
  maxDelayMs: 5000
`;
  expect(ompSettings(text)).toEqual({
    steeringMode: "all",
    skills: ["~/skills"],
    enableSkillCommands: false,
    ignoredSkills: ["old-*"],
    retry: { provider: { maxRetryDelayMs: 5000 } },
  });
  expect(ompSettings("queueMode: all\nsteeringMode: one-at-a-time\nskills:\n  enabled: true\n")).toEqual({
    steeringMode: "one-at-a-time",
  });
});

test.each([
  ["mode: fuse-overlay\n    commits: ai\n    merge: branch", { mode: "overlay", merge: "branch" }],
  ["mode: fuse-projfs", { mode: "worktree" }],
  ["mode: none", { mode: "none" }],
  ["enabled: true", { mode: "worktree" }],
  ["enabled: false", {}],
])("P-OMP-48: how agents are isolated has Tau's names: %s", (isolation, expected) => {
  const text = `task:\n  maxConcurrency: 3\n  isolation:\n    ${isolation}\n`;
  expect(ompSettings(text)).toEqual({ task: { maxConcurrency: 3, isolation: expected } });
});

test("R11: one theme is one theme, and a broken file is said to be one", () => {
  expect(ompSettings("theme: dark")).toEqual({ theme: "dark" });
  expect(ompSettings("theme:\n  dark: x\n")).toEqual({ theme: "x" });
  expect(() => ompSettings("- list")).toThrow(YamlError);
});
