import { Busboy } from '@fastify/busboy';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';

const MOST_FILES = 10;
/** What stands before the files: `operations` and `map`. */
const FIELDS = 2;
const PATH = /^(?:(\d+)\.)?variables(?:\.\w+)+$/;

interface Part {
  name: string;
  /** undefined: a file. */
  text?: string;
}

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
  const { parts, tooMany } = await partsOf(body, contentType);
  const [first, second, ...files] = parts;
  if (first?.name !== 'operations' || first.text === undefined) throw bad('The first field is "operations".');
  if (second?.name !== 'map' || second.text === undefined) throw bad('The second field is "map".');
  const operations = parse(first.text, 'operations');
  const map = parse(second.text, 'map');
  if (!isObject(map)) throw bad('"map" is an object.');
  const names = Object.keys(map);
  if (names.length > MOST_FILES || tooMany) throw new PayloadTooLargeException(`At most ${MOST_FILES} files at once.`);
  for (const [name, paths] of Object.entries(map)) {
    if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
      throw bad(`"map.${name}" is a list of paths.`);
    for (const path of paths) if (!isPlaceholder(operations, path)) throw bad(`"${path}" is no empty place.`);
    if (!files.some((file) => file.name === name && file.text === undefined))
      throw bad(`The file "${name}" is missing.`);
  }
  return { operations, files: names.length };
}

/** The parts in their order. What files hold is not kept: nothing of this site takes any. */
function partsOf(body: Buffer, contentType: string): Promise<{ parts: Part[]; tooMany: boolean }> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    let tooMany = false;
    const refuse = () => reject(bad('The body is no form.'));
    const add = (name: string | undefined, text?: string) => {
      if (name === undefined) refuse();
      else parts.push({ name, text });
    };
    try {
      new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: FIELDS + MOST_FILES, fieldSize: body.length },
        isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      })
        .on('field', (name, text) => add(name, text))
        .on('file', (name, file) => {
          add(name);
          // A body that ends within a file says so here too.
          file.on('error', refuse).resume();
        })
        .on('partsLimit', () => (tooMany = true))
        .on('error', refuse)
        .on('finish', () => resolve({ parts, tooMany }))
        .end(body);
    } catch {
      // The type names no boundary.
      refuse();
    }
  });
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
