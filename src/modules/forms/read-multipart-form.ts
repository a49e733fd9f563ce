import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { multipartParser } from '#shared/multipart/multipart-parser.js';
import { UploadedFile } from '#shared/multipart/uploaded-file.js';
import type { FileLimits, ReceivedFile } from './form-action.js';

/** A form with files, as it was sent. */
export interface MultipartForm {
  /** Values by field; of a field that was sent more than once, all. */
  body: Record<string, string | string[]>;
  files: UploadedFile[];
  /** Of those that were taken as they came, in place of the files. */
  received: ReceivedFile[];
  /** The names of files that were not read to their end. */
  tooLarge: string[];
  /** There were files, and none of them was looked at: `mayHaveFiles` said no. */
  filesRefused: boolean;
}

/** `too-much`: more than any form needs; `busy`: others are sending files as well. The rest of what is sent is not read. */
export type MultipartViolation = 'malformed' | 'too-much' | 'busy';

const MAX_TEXT_LENGTH = 200_000;
/** Of the largest form, with room to spare. */
export const MAX_FORM_FIELDS = 500;
const MEGABYTE = 1_000_000;
/** What is read past a file that is too large, so that the visitor gets an answer and not a broken connection. */
const PATIENCE_BYTES = 60 * MEGABYTE;
/** Of all forms that are being read in this process. */
const MAX_BUFFERED_BYTES = 80 * MEGABYTE;

let held = 0;

/** Takes a file as it comes, to its end. */
type ReceiveFile = (name: string, content: AsyncIterable<Uint8Array>, field: string) => Promise<ReceivedFile>;

interface TakesFiles {
  mayHaveFiles(body: MultipartForm['body']): boolean;
  receive?: ReceiveFile | undefined;
}

/**
 * Reads multipart/form-data as it comes. No file is held beyond its limit, and nothing is written to disk.
 *
 * @param takes.mayHaveFiles is asked when the first file begins, with the fields that have come by then: a form whose token is not
 *   right, or comes after its files, fills neither memory nor disk
 * @param takes.receive takes the files, which then are not held at all
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
        else if (held > MAX_BUFFERED_BYTES) end('busy');
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
    reading.release();
  }
}

/** One form, as far as it has come. */
class Reading {
  readonly form: MultipartForm = { body: {}, files: [], received: [], tooLarge: [], filesRefused: false };
  /** Texts, or fields, beyond what a form has. */
  isTooMuch = false;
  private bytes = 0;
  private mayHaveFiles: boolean | undefined;
  private readonly receiving: Promise<ReceivedFile>[] = [];

  constructor(
    private readonly limits: FileLimits,
    private readonly takes: TakesFiles,
  ) {}

  /** When all files are where they go. */
  async settled(): Promise<MultipartForm> {
    return { ...this.form, received: await Promise.all(this.receiving) };
  }

  /** @returns undefined when the type names no boundary */
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

  /** What was held is somebody else's now. */
  release(): void {
    held -= this.bytes;
    this.bytes = 0;
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
      // What a field without a file sends.
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
      this.hold(chunk.length);
      isTooLarge = size > this.limits.mostBytes || this.bytes > this.limits.maxTotalBytes;
      if (isTooLarge) {
        this.hold(-size);
        chunks.length = 0;
        this.form.tooLarge.push(name);
      } else chunks.push(chunk);
    });
    file.on('end', () => {
      // What a field without a file sends.
      if (isTooLarge || (size === 0 && !name)) return;
      this.form.files.push(new UploadedFile(name, Buffer.concat(chunks)));
    });
  }

  private hold(bytes: number): void {
    this.bytes += bytes;
    held += bytes;
  }
}
