export const description = `List a directory: one name per line in alphabetical order, dotfiles included, directories with a trailing /. \
At most 500 entries or 50KB.`;

export const prompt = { promptSnippet: "List directories", promptGuidelines: [] };
