/** Whether data can stand inside a sequence for the terminal: anything but these letters could end it and begin another. */
export function isBase64(data: string): boolean {
  return !OTHER.test(data);
}

/** The letters of Base64 alone. */
export function onlyBase64(data: string): string {
  return isBase64(data) ? data : data.replace(OTHERS, "");
}

const OTHER = /[^A-Za-z0-9+/=]/;
const OTHERS = /[^A-Za-z0-9+/=]+/g;
