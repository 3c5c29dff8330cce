export const description = `Read a file. Text comes as it is, at most 2000 lines or 50KB at a time, whichever is less; \
a longer file ends with a note that gives the offset to continue from. Images (jpg, png, gif, webp, bmp) come as attachments.`;

export const prompt = {
  promptSnippet: "Read text files and images",
  promptGuidelines: ["Look at files with read rather than with cat, head or sed."],
};
