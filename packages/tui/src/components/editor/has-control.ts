/** Returns whether the input contains a control character, which means it is a key that types no text. */
export function hasControl(data: string): boolean {
  return /[\x00-\x1f\x7f-\x9f]/.test(data);
}
