export const description = `Run a PowerShell command in the working directory. Its output comes as one text, the last 2000 lines or 50KB, \
whichever is less; longer output is kept whole in a file whose path is given. The command has no stdin. \
It may run as long as it needs unless timeout (seconds) is given.`;

export const prompt = {
  promptSnippet: "Run PowerShell commands",
  promptGuidelines: [],
};
