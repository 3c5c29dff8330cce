export const description = `Change parts of a file by replacing exact text. Every edits[].oldText is looked up in the file as it was \
before the call, must occur exactly once, and must not overlap another; all edits are made or none. \
Put all changes to one file in one call, keep oldText short but unique, and join changes that lie close together.`;

export const prompt = {
  promptSnippet: "Replace exact text in a file, several places in one call",
  promptGuidelines: ["Change existing files with edit."],
};
