export const DESCRIPTION = `In plan mode: hands your plan to the user, who approves, changes or rejects it. plan is Markdown: what is to be \
changed where, why, and how it is checked. steps are the tasks in order, each a short sentence.`;

/** The instructions for the model when plan mode begins. */
export const RULES = `Plan mode is on: look, read and ask, but change nothing; writes and commands with effects are refused. \
When you know what is to be done, call submit_plan. Nothing else ends plan mode.`;

export const ENDED = "Plan mode is over.";
