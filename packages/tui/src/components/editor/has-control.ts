/** Whether input is a key without a character of its own. */
export function hasControl(data: string): boolean {
  return /[\x00-\x1f\x7f-\x9f]/.test(data);
}
