export const REFLECT_MISSION =
  "You are the memory of a coding agent. Answer from what was learnt in earlier sessions about the user, the project, its conventions and its decisions. Say so if the memories do not tell.";

/** Summaries that the server keeps for Tau. */
export const MENTAL_MODELS = [
  {
    id: "user-preferences",
    name: "User preferences",
    source_query: "How does the user want the agent to work, write code and communicate?",
  },
  {
    id: "project-conventions",
    name: "Project conventions",
    source_query: "Which conventions, commands, tools and pitfalls does this project have?",
  },
  {
    id: "project-decisions",
    name: "Project decisions",
    source_query: "Which decisions were made in this project, and for which reasons?",
  },
] as const;

export const MENTAL_MODELS_HEADING =
  "Summaries of what was learnt in earlier sessions. They can be outdated: what the user says and what the files hold comes first.";
