import { expect, test } from "vitest";
import { settingsOfOmpConfig } from "../../../src/core/settings/omp-config.ts";

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
  expect(settingsOfOmpConfig(text)).toEqual({
    theme: "paper/titanium",
    shellPath: "/bin/zsh",
    steeringMode: "all",
    compaction: { enabled: false },
    modelRoles: { smol: "haiku" },
    hindsight: { recallBudget: "mid" },
  });
});

test("one theme is one theme, and a broken file gives nothing", () => {
  expect(settingsOfOmpConfig("theme: dark")).toEqual({ theme: "dark" });
  expect(settingsOfOmpConfig("theme:\n  dark: x\n")).toEqual({ theme: "x" });
  expect(settingsOfOmpConfig("a: [")).toEqual({});
  expect(settingsOfOmpConfig("- list")).toEqual({});
});
