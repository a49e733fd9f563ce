import { type Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { STREAMED_ENCODINGS } from './page-cache/encodings.js';

type StreamedEncoding = (typeof STREAMED_ENCODINGS)[number];

/** @returns a stream that compresses and passes on every part at once, so that streaming stays streaming */
function compressor(encoding: Exclude<StreamedEncoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH });
}

/**
 * Takes the HTML of a page whose parts come late and sends it to a socket. React writes in pieces of two kilobytes; what comes in one
 * turn of the event loop is sent, and compressed, as one.
 */
export class PageWriter extends Writable {
  private readonly target: Writable;
  private waiting: Buffer[] = [];
  private scheduled: NodeJS.Immediate | undefined;

  constructor(socket: Writable, encoding: StreamedEncoding) {
    super({ decodeStrings: true });
    this.target = encoding === 'identity' ? socket : compressor(encoding);
    if (this.target !== socket) this.target.pipe(socket);
    // A visitor who leaves ends the page.
    socket.on('close', () => this.destroy());
  }

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.waiting.push(part);
    this.scheduled ??= setImmediate(() => this.send());
    done();
  }

  override _final(done: () => void): void {
    this.send();
    this.target.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.scheduled);
    this.waiting = [];
    done(error);
  }

  private send(): void {
    clearImmediate(this.scheduled);
    this.scheduled = undefined;
    if (!this.waiting.length) return;
    const [only] = this.waiting;
    const joined = this.waiting.length === 1 ? only! : Buffer.concat(this.waiting);
    this.waiting = [];
    this.target.write(joined);
  }
}
