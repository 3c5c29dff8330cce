/** Some 25 days, the most that a timer takes: one that is set for longer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
