import { type Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding a browser takes that is quick enough for a page made for one request. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').toLowerCase();
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

/** @returns a stream that compresses and passes on every part at once, so that streaming stays streaming */
function compressor(encoding: Exclude<Encoding, 'identity'>): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH });
}

/**
 * Takes a page's HTML and sends it to a socket. React writes in pieces of two kilobytes; what comes in one turn of the event loop is
 * sent, and compressed, as one.
 */
export class PageWriter extends Writable {
  private readonly target: Writable;
  private waiting: Buffer[] = [];
  private scheduled: NodeJS.Immediate | undefined;

  /** @param whole receives the page once it is complete; costs its bytes until then */
  constructor(
    socket: Writable,
    encoding: Encoding,
    private readonly whole?: (html: Buffer) => void,
  ) {
    super({ decodeStrings: true });
    this.target = encoding === 'identity' ? socket : compressor(encoding);
    if (this.target !== socket) this.target.pipe(socket);
    // A visitor who leaves ends the page.
    socket.on('close', () => this.destroy());
  }

  private readonly sent: Buffer[] = [];

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.waiting.push(part);
    this.scheduled ??= setImmediate(() => this.send());
    done();
  }

  override _final(done: () => void): void {
    this.send();
    this.target.end();
    this.whole?.(Buffer.concat(this.sent));
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
    if (this.whole) this.sent.push(joined);
    this.target.write(joined);
  }
}
