export const description = `Run a shell command in the working directory. stdout and stderr come together, the last 2000 lines or 50KB, \
whichever is less; longer output is kept whole in a file whose path is given. The command has no stdin. \
It may run as long as it needs unless timeout (seconds) is given.`;

export const prompt = {
  promptSnippet: "Run shell commands (git, builds, tests, scripts)",
  promptGuidelines: [],
};
