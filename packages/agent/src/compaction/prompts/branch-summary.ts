import { SUMMARY_FORM } from "./summary-form.ts";

export const BRANCH_SUMMARY_PREAMBLE = `The user explored a different conversation branch before returning here.
Summary of that exploration:

`;

export const BRANCH_SUMMARY_PROMPT = `Summarize this branch of a conversation, which the user has left, so that what was learned on it is not lost.

Use exactly this form:

${SUMMARY_FORM}

Be brief. Keep file paths, names of functions and texts of errors letter by letter.`;
