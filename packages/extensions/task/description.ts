export const DESCRIPTION =
  "Hands tasks to agents that work in parallel, each in a context of its own; results come in order. For wide searches and independent parts. Agents: explore (finds code and facts), plan, review, quick_task (small mechanical work), task (anything). An agent knows only context and its task: name files, limits, what to report. agent://<id>: its whole output.";
