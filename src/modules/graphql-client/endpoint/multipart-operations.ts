import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';

const MOST_FILES = 10;
const PATH = /^(?:(\d+)\.)?variables(?:\.\w+)+$/;

/**
 * Reads a GraphQL multipart request: `operations`, then `map`, then the files that it names.
 *
 * @param body as it was sent
 * @returns what `operations` says, and whether files came with it
 * @throws BadRequestException, PayloadTooLargeException
 */
export async function readMultipart(
  body: Buffer,
  contentType: string,
): Promise<{ operations: unknown; files: number }> {
  const parts = await partsOf(body, contentType);
  const [first, second, ...files] = parts;
  if (first?.[0] !== 'operations' || typeof first[1] !== 'string') throw bad('The first field is "operations".');
  if (second?.[0] !== 'map' || typeof second[1] !== 'string') throw bad('The second field is "map".');
  const operations = parse(first[1], 'operations');
  const map = parse(second[1], 'map');
  if (!isObject(map)) throw bad('"map" is an object.');
  const names = Object.keys(map);
  if (names.length > MOST_FILES || files.length > MOST_FILES)
    throw new PayloadTooLargeException(`At most ${MOST_FILES} files at once.`);
  for (const [name, paths] of Object.entries(map)) {
    if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
      throw bad(`"map.${name}" is a list of paths.`);
    for (const path of paths) if (!isPlaceholder(operations, path)) throw bad(`"${path}" is no empty place.`);
    if (!files.some(([field, value]) => field === name && typeof value !== 'string'))
      throw bad(`The file "${name}" is missing.`);
  }
  return { operations, files: names.length };
}

async function partsOf(body: Buffer, contentType: string): Promise<[string, unknown][]> {
  try {
    // Deprecated for large uploads, as it reads all into memory: here a megabyte is all there may be.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return [...form.entries()];
  } catch {
    throw bad('The body is no form.');
  }
}

function parse(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`"${field}" is not JSON.`);
  }
}

/** Whether a path leads to a null that a file is to take the place of. */
function isPlaceholder(operations: unknown, path: string): boolean {
  if (!PATH.test(path)) return false;
  let value = operations;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(message: string): BadRequestException {
  return new BadRequestException(message);
}
