import type { Readable, Writable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';

/** A file of a GraphQL request, used as the value of a variable (`Upload`). */
export class UploadedFile {
  constructor(
    /** File name chosen by the client; may be any text. */
    readonly name: string,
    readonly bytes: Uint8Array,
  ) {}
}

const MAX_FILES = 10;
/** The fields before the files: `operations` and `map`. */
const FIELDS = 2;
const PATH = /^(?:(\d+)\.)?variables(?:\.\w+)+$/;

/** The body is not a valid multipart request (400), or is too large (413). */
export class MultipartError extends Error {
  override name = 'MultipartError';

  constructor(
    message: string,
    readonly status: 400 | 413,
  ) {
    super(message);
  }
}

interface Part {
  name: string;
  /** undefined for a file. */
  text?: string;
  file?: UploadedFile;
}

/**
 * Reads a GraphQL multipart request: `operations`, then `map`, then the files that it names.
 *
 * @param body the raw request body
 * @returns the content of `operations` with the files inserted, and the number of files
 * @throws MultipartError
 */
export async function readMultipart(
  body: Buffer,
  contentType: string,
): Promise<{ operations: unknown; files: number }> {
  const { parts, tooMany } = await partsOf(body, contentType);
  const [first, second, ...files] = parts;
  if (first?.name !== 'operations' || first.text === undefined) throw bad('The first field must be "operations".');
  if (second?.name !== 'map' || second.text === undefined) throw bad('The second field must be "map".');
  const operations = parse(first.text, 'operations');
  const map = parse(second.text, 'map');
  if (!isObject(map)) throw bad('"map" must be an object.');
  const names = Object.keys(map);
  if (names.length > MAX_FILES || tooMany) throw new MultipartError(`At most ${MAX_FILES} files at once.`, 413);
  for (const [name, paths] of Object.entries(map)) {
    if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
      throw bad(`"map.${name}" must be a list of paths.`);
    for (const path of paths)
      if (!placeOf(operations, path)) throw bad(`"${path}" is not a null value in "operations".`);
    const part = files.find((file) => file.name === name && file.file);
    if (!part) throw bad(`The file "${name}" is missing.`);
    for (const path of paths) {
      const place = placeOf(operations, path);
      if (place) place.holder[place.key] = part.file;
    }
  }
  return { operations, files: names.length };
}

/** Returns the parts in order. */
function partsOf(body: Buffer, contentType: string): Promise<{ parts: Part[]; tooMany: boolean }> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    let tooMany = false;
    const refuse = () => reject(bad('The body is not a form.'));
    const add = (name: string | undefined, part: Omit<Part, 'name'>) => {
      if (name === undefined) refuse();
      else parts.push({ name, ...part });
    };
    const limits = { parts: FIELDS + MAX_FILES, fieldSize: body.length, fileSize: body.length };
    const parser = multipartParser(contentType, limits, {
      onText: (name, text) => add(name, { text }),
      onFile: (name, file, fileName) => {
        const chunks: Buffer[] = [];
        file.on('data', (chunk: Buffer) => chunks.push(chunk));
        file.on('end', () => add(name, { file: new UploadedFile(fileName, Buffer.concat(chunks)) }));
        // A body that is truncated within a file is reported here too.
        file.on('error', refuse);
      },
      onExcess: () => (tooMany = true),
    });
    if (!parser) {
      // The content type has no boundary.
      refuse();
      return;
    }
    parser
      .on('error', refuse)
      .on('finish', () => resolve({ parts, tooMany }))
      .end(body);
  });
}

function parse(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`"${field}" is not JSON.`);
  }
}

/** @returns the object and key at which a file has to be inserted; undefined if the path does not lead to null */
function placeOf(operations: unknown, path: string): { holder: Record<string, unknown>; key: string } | undefined {
  if (!PATH.test(path)) return undefined;
  const keys = path.split('.');
  let holder = operations;
  for (const key of keys.slice(0, -1)) {
    if (!holds(holder, key)) return undefined;
    holder = holder[key];
  }
  const key = keys.at(-1)!;
  return holds(holder, key) && holder[key] === null ? { holder, key } : undefined;
}

function holds(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(message: string): MultipartError {
  return new MultipartError(message, 400);
}

/** Handlers for the parts of a multipart body, called in order. `name` is undefined for parts without a name. */
interface PartHandlers {
  onText: (name: string | undefined, text: string, isCut: boolean) => void;
  onFile: (name: string | undefined, content: Readable, fileName: string) => void;
  /** Called if there are more parts or fields than `limits` allow. */
  onExcess: () => void;
}

/**
 * Creates a writable stream that parses multipart/form-data (RFC 7578). A part is a file exactly if it has a file name.
 *
 * @returns undefined if the content type has no boundary
 */
export function multipartParser(
  contentType: string,
  limits: NonNullable<BusboyConfig['limits']>,
  { onText, onFile, onExcess }: PartHandlers,
): Writable | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
      .on('field', (name, text, _isNameCut, isTextCut) => onText(name, text, isTextCut))
      .on('file', onFile)
      .on('partsLimit', onExcess)
      .on('fieldsLimit', onExcess);
  } catch {
    return undefined;
  }
}

/** Whether the variables of a request contain files. */
export function hasFiles(value: unknown): boolean {
  if (value instanceof UploadedFile) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFiles);
}

/** Encodes a GraphQL request with files as multipart: `operations`, `map`, then the files. */
export function writeMultipart(request: {
  operationName: string;
  query: string;
  variables?: Record<string, unknown>;
}): FormData {
  const files: { path: string; file: UploadedFile }[] = [];
  const { operationName, query } = request;
  const variables = withoutFiles(request.variables ?? {}, 'variables', files);
  const form = new FormData();
  form.append('operations', JSON.stringify({ operationName, query, variables }));
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]))));
  // Copied, because a view of a larger buffer would send the whole buffer.
  files.forEach(({ file }, index) => form.append(String(index), new Blob([Uint8Array.from(file.bytes)]), file.name));
  return form;
}

function withoutFiles(value: unknown, path: string, files: { path: string; file: UploadedFile }[]): unknown {
  if (value instanceof UploadedFile) {
    files.push({ path, file: value });
    return null;
  }
  if (Array.isArray(value)) return value.map((each, index) => withoutFiles(each, `${path}.${index}`, files));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutFiles(each, `${path}.${key}`, files)]),
  );
}
