/** Of a cookie's value, so that with name and attributes it stays below the 4096 bytes that browsers keep (AUTH-05). */
export const CHUNK_CHARACTERS = 3933;
/** More is no session of ours. */
const MAX_CHUNKS = 10;

type Cookies = Readonly<Record<string, string | undefined>>;

/** @returns by name: one cookie, or `name.0`, `name.1`, … */
export function toChunks(name: string, value: string): Map<string, string> {
  if (value.length <= CHUNK_CHARACTERS) return new Map([[name, value]]);
  const chunks = new Map<string, string>();
  for (let at = 0; at * CHUNK_CHARACTERS < value.length; at++)
    chunks.set(`${name}.${at}`, value.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS));
  return chunks;
}

/** @returns undefined when there is no such cookie, whole or in parts */
export function fromChunks(name: string, cookies: Cookies): string | undefined {
  const whole = cookies[name];
  if (whole) return whole;
  let value = '';
  for (let at = 0; at < MAX_CHUNKS; at++) {
    const chunk = cookies[`${name}.${at}`];
    if (chunk === undefined) break;
    value += chunk;
  }
  return value || undefined;
}

/** The names under which a browser sends it, to be cleared. */
export function chunkNames(name: string, cookies: Cookies): string[] {
  return Object.keys(cookies).filter(
    (each) => each === name || (each.startsWith(`${name}.`) && /^\d+$/.test(each.slice(name.length + 1))),
  );
}
