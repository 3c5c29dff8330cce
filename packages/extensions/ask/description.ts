export const DESCRIPTION =
  "Asks the user when a decision is theirs and cannot be found out. Ask everything at once, 2-5 short options each; the user can always type another answer.";
