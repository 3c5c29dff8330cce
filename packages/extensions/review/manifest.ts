import type { ExtensionManifest } from "@tau/coding-agent";

/** `tau review` and `/review`: reviewers read a change in parallel, and a second pass verifies their findings. */
export const manifest: ExtensionManifest = {
  name: "review",
  description: "Reviews your changes, a range, a pull request or files, with parallel reviewers",
  commands: { review: { description: "Review your changes, a range, a pull request or files", localFiles: true } },
  flags: {
    format: { type: "string", description: "tau review: text, json or sarif" },
    "fail-on": { type: "string", description: "tau review: critical, major, minor or never" },
  },
  subcommand: {
    description: "Review your changes, a range, a pull request or files",
    usage: [
      "tau review [range | commit | pull request | files] [--format text|json|sarif] [--fail-on severity]",
      "tau review                  uncommitted changes, or those of this branch",
      "tau review main             what has changed since main",
      "tau review v1..v2           a range",
      "tau review 123              a pull request of origin, by number or URL",
      "tau review src/a.ts         whole files",
    ],
    modeWord: "",
  },
  mode: { description: "What tau review runs in" },
  settings: {
    review: {
      type: "object",
      description: "Reviews of changes.",
      properties: {
        concurrency: {
          type: "integer",
          minimum: 1,
          maximum: 16,
          default: 4,
          description: "How many reviewers work at once.",
        },
        verify: { type: "boolean", default: true, description: "Whether a second pass verifies each finding." },
        failOn: {
          type: "string",
          enum: ["critical", "major", "minor", "never"],
          default: "major",
          description: "From which severity on tau review ends with exit code 1.",
        },
        instructions: { type: "string", description: "What reviewers should know or look at in particular." },
      },
    },
  },
  load: () => import("./index.ts"),
};
