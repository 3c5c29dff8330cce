export const DESCRIPTION =
  "Task list in phases, for work of three or more steps. Start with init; mark each task done as soon as it is. task and phase are texts or ids; done, drop and rm without either mean all.";
