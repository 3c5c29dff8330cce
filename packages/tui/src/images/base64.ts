/** Returns whether data can be put into a terminal sequence: any character outside Base64 could end it and begin another. */
export function isBase64(data: string): boolean {
  return !OTHER.test(data);
}

/** Removes all characters outside Base64. */
export function onlyBase64(data: string): string {
  return isBase64(data) ? data : data.replace(OTHERS, "");
}

const OTHER = /[^A-Za-z0-9+/=]/;
const OTHERS = /[^A-Za-z0-9+/=]+/g;
