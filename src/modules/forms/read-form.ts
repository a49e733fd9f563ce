import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { ResentForm } from '#contract/applications/sent-form.js';
import { multipartParser, UploadedFile } from '#shared/multipart/multipart.js';
import { UploadMemory } from '../../common/request-body.js';
import type { FormAction, FileLimits, ReceivedFile } from './forms.module.js';

/** The values of a sent form: all of them, and those that the page may show again. */
export interface TypedForm {
  values: Record<string, string>;
  shown: Record<string, string>;
}

/** @param body the output of a form parser; only the first value of a repeated field counts, unless `multiple` is set */
export function readForm(body: unknown, { fields }: Pick<FormAction, 'fields'>): TypedForm {
  const sent = (body ?? {}) as Record<string, unknown>;
  const typed: TypedForm = { values: {}, shown: {} };
  for (const { name, secret, multiple } of fields) {
    const value = multiple ? allOf(sent, name).join(' ') : fieldOf(sent, name);
    typed.values[name] = value;
    if (!secret && value !== '') typed.shown[name] = value;
  }
  return typed;
}

export function fieldOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
  const value = (body as Record<string, unknown>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

function allOf(body: Record<string, unknown>, name: string): string[] {
  const value = Object.hasOwn(body, name) ? body[name] : [];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

/**
 * Returns all values of a sent form, so that a page without that form can send it again.
 *
 * @param body the output of a form parser
 * @param files files of the form: those already stored are named by their tokens, all others have to be chosen again
 */
export function resentForm(
  body: unknown,
  { fields }: Pick<FormAction, 'fields'>,
  { files, received, filesRefused }: Pick<MultipartForm, 'files' | 'received' | 'filesRefused'>,
): ResentForm {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const typed = fields.flatMap(({ name, secret, multiple }) => {
    if (secret || !Object.hasOwn(sent, name)) return [];
    const values = [sent[name]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
    return (multiple ? values : values.slice(0, 1)).map((value) => ({ name, value }));
  });
  const stored = received.flatMap((file) =>
    file.ok && file.field !== undefined ? [{ name: file.field, value: file.token }] : [],
  );
  const isStored = stored.length === received.length;
  return { fields: [...typed, ...stored], hasLostFiles: filesRefused || files.length > 0 || !isStored };
}

/** A multipart form as it was sent. */
export interface MultipartForm {
  /** Values by field; an array for repeated fields. */
  body: Record<string, string | string[]>;
  files: UploadedFile[];
  /** Results for files that were stored while they arrived, in place of the files. */
  received: ReceivedFile[];
  /** The names of files that exceeded the limit and were not read to their end. */
  tooLarge: string[];
  /** Whether all files were ignored because `mayHaveFiles` returned false. */
  filesRefused: boolean;
}

/** `too-much`: larger than any form may be; `busy`: other uploads use up the limit. The rest of the request is not read. */
type MultipartViolation = 'malformed' | 'too-much' | 'busy';

const MAX_TEXT_LENGTH = 200_000;
/** The number of fields in the largest form, with a margin. */
export const MAX_FORM_FIELDS = 500;
const MEGABYTE = 1_000_000;
/** Number of bytes that are still read after a file is too large, so that the visitor gets a response and not a broken connection. */
const PATIENCE_BYTES = 60 * MEGABYTE;

/** Stores a file while it arrives, to its end. */
type ReceiveFile = (name: string, content: AsyncIterable<Uint8Array>, field: string) => Promise<ReceivedFile>;

interface TakesFiles {
  mayHaveFiles(body: MultipartForm['body']): boolean;
  receive?: ReceiveFile | undefined;
}

/**
 * Parses multipart/form-data as a stream. No file is buffered beyond its limit, and nothing is written to disk.
 *
 * @param takes.mayHaveFiles is called when the first file begins, with the fields that have arrived by then: a form whose token is invalid,
 *   or follows the files, uses neither memory nor disk space
 * @param takes.receive stores the files, which are then not buffered at all
 */
export async function readMultipartForm(
  stream: Readable,
  headers: IncomingHttpHeaders,
  limits: FileLimits,
  takes: TakesFiles,
): Promise<{ ok: true; form: MultipartForm } | { ok: false; violation: MultipartViolation }> {
  const most = limits.maxTotalBytes + PATIENCE_BYTES;
  if (Number(headers['content-length'] ?? 0) > most) return { ok: false, violation: 'too-much' };
  const reading = new Reading(limits, takes);
  try {
    const parser = reading.parserFor(headers['content-type'] ?? '');
    if (!parser) return { ok: false, violation: 'malformed' };
    return await new Promise((resolve) => {
      let size = 0;
      const end = (violation: MultipartViolation) => {
        stream.off('data', take);
        stream.unpipe(parser);
        resolve({ ok: false, violation });
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        if (size > most || reading.isTooMuch) end('too-much');
        else if (UploadMemory.isFull) end('busy');
      };
      parser.on('error', () => end('malformed'));
      parser.on('finish', () => {
        if (reading.isTooMuch) resolve({ ok: false, violation: 'too-much' });
        else void reading.settled().then((form) => resolve({ ok: true, form }));
      });
      stream.on('error', () => end('malformed'));
      stream.on('data', take);
      stream.pipe(parser);
    });
  } finally {
    reading.memory.release();
  }
}

/** State of a form that is being parsed. */
class Reading {
  readonly form: MultipartForm = { body: {}, files: [], received: [], tooLarge: [], filesRefused: false };
  /** Released when the form was read, because the caller owns the files from then on. */
  readonly memory = new UploadMemory();
  /** Whether texts or fields exceed the limits of a form. */
  isTooMuch = false;
  private mayHaveFiles: boolean | undefined;
  private readonly receiving: Promise<ReceivedFile>[] = [];

  constructor(
    private readonly limits: FileLimits,
    private readonly takes: TakesFiles,
  ) {}

  /** Resolves when all files are stored. */
  async settled(): Promise<MultipartForm> {
    return { ...this.form, received: await Promise.all(this.receiving) };
  }

  /** @returns undefined if the content type has no boundary */
  parserFor(contentType: string): Writable | undefined {
    const { mostBytes, most } = this.limits;
    return multipartParser(
      contentType,
      { fieldSize: MAX_TEXT_LENGTH, fields: MAX_FORM_FIELDS, fileSize: mostBytes + 1, files: most + 1 },
      {
        onText: (name, text, isCut) => this.addText(name, text, isCut),
        onFile: (field, file, name) => this.addFile(field, file, name),
        onExcess: () => (this.isTooMuch = true),
      },
    );
  }

  private addText(name: string | undefined, text: string, isCut: boolean): void {
    if (isCut) this.isTooMuch = true;
    if (name === undefined) return;
    const before = Object.hasOwn(this.form.body, name) ? this.form.body[name] : undefined;
    const value = before === undefined ? text : [before, text].flat();
    Object.defineProperty(this.form.body, name, { value, enumerable: true, configurable: true, writable: true });
  }

  private addFile(field: string | undefined, file: Readable, name: string): void {
    file.on('error', () => undefined);
    this.mayHaveFiles ??= this.takes.mayHaveFiles(this.form.body);
    if (!this.mayHaveFiles) {
      this.form.filesRefused ||= name !== '';
      file.resume();
      return;
    }
    const { receive } = this.takes;
    if (receive) {
      // Browsers send an empty part for a file field without a file.
      if (name) this.receiving.push(receive(name, file, field ?? ''));
      else file.resume();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let isTooLarge = false;
    file.on('data', (chunk: Buffer) => {
      if (isTooLarge) return;
      size += chunk.length;
      this.memory.add(chunk.length);
      isTooLarge = size > this.limits.mostBytes || this.memory.bytes > this.limits.maxTotalBytes;
      if (isTooLarge) {
        this.memory.add(-size);
        chunks.length = 0;
        this.form.tooLarge.push(name);
      } else chunks.push(chunk);
    });
    file.on('end', () => {
      // Browsers send an empty part for a file field without a file.
      if (isTooLarge || (size === 0 && !name)) return;
      this.form.files.push(new UploadedFile(name, Buffer.concat(chunks)));
    });
  }
}
