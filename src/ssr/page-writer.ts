import { PassThrough, type Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding a browser takes that is quick enough for a page made for one request. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').toLowerCase();
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

/** @returns a stream to write HTML to; what it emits goes to the socket. Flushes with every part, so that streaming stays streaming. */
export function encoder(encoding: Encoding): PassThrough | ReturnType<typeof createGzip> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    return createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH });
  }
  if (encoding === 'gzip') return createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  return new PassThrough();
}

/** Lets `collect` see every part that goes through on its way to `target`. */
export function tee(target: Writable, collect: (part: Buffer) => void): PassThrough {
  const through = new PassThrough();
  through.on('data', collect);
  through.pipe(target);
  return through;
}
