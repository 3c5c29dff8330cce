export const DESCRIPTION = `Background jobs. A job reports by itself when it ends. Without parameters, waits until one ends. \
list: all jobs. poll: waits for one of these ids to end, at most seconds. output: what they wrote so far. cancel: ends them. \
input: writes a line to a job's stdin; end closes it.`;
