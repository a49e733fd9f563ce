import { setTimeout } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { waitFor } from '../../../test/support/wait-for.js';
import type { BackendFiles } from './backend-files.js';
import { ImageVariants, resizeImage, imageFormat } from './image-variants.js';

type Answer = Awaited<ReturnType<BackendFiles['fetch']>>;

const ANSWER: Answer = { status: 404, headers: {}, body: new Uint8Array() };
const AT_ONCE = 2;
const QUEUE = 200;

/** Creates variants of files whose arrival the test controls. */
function variantsOf() {
  const asked: string[] = [];
  const answers = new Map<string, (answer: Answer | Promise<Answer>) => void>();
  const fetch = (path: string) => {
    asked.push(path);
    return new Promise<Answer>((resolve) => answers.set(path, resolve));
  };
  const variants = new ImageVariants({ fetch } as BackendFiles);
  const get = (path: string) => variants.get(path, 96, 'webp');
  return { asked, answers, get };
}

describe('ImageVariants', () => {
  it('makes two at once, queues a limited number in order, and rejects the others', async () => {
    const { asked, answers, get } = variantsOf();
    const paths = Array.from({ length: AT_ONCE + QUEUE }, (_value, index) => `/${index}.png`);
    const gets = paths.map(get);
    await expect(get('/one-too-many.png')).resolves.toEqual({ kind: 'busy' });
    expect(asked).toEqual(paths.slice(0, AT_ONCE));
    // This variant is already being made, so the new request shares the work.
    const again = get(paths.at(-1)!);
    for (const [index, path] of paths.entries()) {
      await waitFor(`${path} to be asked for`, () => answers.has(path));
      expect(asked).toHaveLength(Math.min(index + AT_ONCE, paths.length));
      answers.get(path)!(ANSWER);
      await expect(gets[index]).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    }
    await expect(again).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    expect(asked).toEqual(paths);
  });

  it('reuses a variant for ten minutes at most, because the file may be deleted meanwhile', async () => {
    const { asked, answers, get } = variantsOf();
    const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' };
    const now = performance.now.bind(performance);
    let passed = 0;
    performance.now = () => now() + passed;
    /** The cache remembers the time for a millisecond. */
    const pass = async (minutes: number) => {
      passed += minutes * 60_000;
      await setTimeout(5);
    };
    try {
      const first = get('/a.jpg');
      answers.get('/a.jpg')!({ status: 200, headers, body: await photo('jpeg') });
      await expect(first).resolves.toMatchObject({ kind: 'variant' });
      await pass(9);
      await expect(get('/a.jpg')).resolves.toMatchObject({ kind: 'variant' });
      expect(asked).toHaveLength(1);
      await pass(2);
      const deleted = get('/a.jpg');
      expect(asked).toHaveLength(2);
      answers.get('/a.jpg')!(ANSWER);
      await expect(deleted).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    } finally {
      performance.now = now;
    }
  });

  it('continues with the next one after a failure, and retries on request', async () => {
    const { answers, get } = variantsOf();
    const failing = [get('/a.png'), get('/b.png')];
    const next = get('/c.png');
    await waitFor('both to be asked for', () => answers.size === AT_ONCE);
    for (const path of ['/a.png', '/b.png']) answers.get(path)!(Promise.reject(new Error('no')));
    for (const each of failing) await expect(each).rejects.toThrow('no');
    await waitFor('the next to be asked for', () => answers.has('/c.png'));
    answers.get('/c.png')!(ANSWER);
    await expect(next).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    answers.clear();
    const once = get('/a.png');
    await waitFor('it to be asked for again', () => answers.has('/a.png'));
    answers.get('/a.png')!(ANSWER);
    await expect(once).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
  });
});

const photo = (format: 'jpeg' | 'png' | 'webp', { width = 400, height = 300, alpha = 1 } = {}) =>
  sharp({ create: { width, height, channels: 4, background: { r: 11, g: 93, b: 87, alpha } } })
    .toFormat(format)
    .toBuffer();

/** Creates a valid PNG of the given dimensions; its pixels are all zero, so the file is small. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * 2000));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('resizeImage', () => {
  it.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
    ['plain', 'image/jpeg', 'jpeg'],
  ] as const)('makes %s of the width asked for', async (format, contentType, read) => {
    const outcome = await resizeImage(await photo('jpeg'), 96, format);
    if (!outcome.ok) throw new Error(outcome.reason);
    expect(outcome.image.contentType).toBe(contentType);
    const { width, height, format: found } = await sharp(outcome.image.bytes).metadata();
    expect({ width, height, found }).toEqual({ width: 96, height: 72, found: read });
  });

  it('keeps transparency', async () => {
    const outcome = await resizeImage(await photo('png', { alpha: 0.3 }), 96, 'plain');
    expect(outcome).toMatchObject({ ok: true, image: { contentType: 'image/png' } });
  });

  it('never enlarges', async () => {
    const outcome = await resizeImage(await photo('png', { width: 20, height: 10 }), 96, 'webp');
    if (!outcome.ok) throw new Error(outcome.reason);
    expect((await sharp(outcome.image.bytes).metadata()).width).toBe(20);
  });

  it('applies the orientation, and removes the location', async () => {
    const source = await sharp(await photo('jpeg'))
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const outcome = await resizeImage(source, 96, 'plain');
    if (!outcome.ok) throw new Error(outcome.reason);
    const { width, height, exif } = await sharp(outcome.image.bytes).metadata();
    expect({ width, height, exif }).toEqual({ width: 96, height: 128, exif: undefined });
  });

  it('uses the first frame of an animation', async () => {
    const frames = await Promise.all([
      photo('png', { width: 200, height: 200 }),
      photo('png', { width: 200, height: 200, alpha: 0.5 }),
    ]);
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const outcome = await resizeImage(gif, 96, 'webp');
    if (!outcome.ok) throw new Error(outcome.reason);
    const { width, height, pages } = await sharp(outcome.image.bytes).metadata();
    expect({ width, height, pages: pages ?? 1 }).toEqual({ width: 96, height: 96, pages: 1 });
  });

  it('does not decode an image with too many pixels, however small the file', async () => {
    const bomb = hugePng(30_000);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await resizeImage(bomb, 96, 'webp')).toEqual({ ok: false, reason: 'too-large' });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    [
      'SVG that reads a file',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'],
    ['TIFF', 'II*\0\b\0\0\0\0\0'],
    ['nothing', ''],
  ])('does not read %s', async (_name, text) => {
    expect(await resizeImage(Buffer.from(text, 'latin1'), 96, 'webp')).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('a truncated file is unreadable', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(await resizeImage(whole.subarray(0, whole.length / 2), 96, 'webp')).toEqual({
      ok: false,
      reason: 'unreadable',
    });
  });

  it('returns a result for every damaged file and never throws', async () => {
    const sources = await Promise.all([photo('png'), photo('jpeg'), photo('webp')]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sources),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        fc.nat(),
        async (source, changes, end) => {
          const bytes = Buffer.from(source.subarray(0, end % 3 ? source.length : end % source.length));
          for (const [at, value] of changes) if (bytes.length) bytes[at % bytes.length] = value;
          const outcome = await resizeImage(bytes, 48, 'webp');
          expect(typeof outcome.ok).toBe('boolean');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('imageFormat', () => {
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

  it('chooses AVIF for larger images and WebP for small ones', () => {
    expect(imageFormat(chrome, 640)).toBe('avif');
    expect(imageFormat(chrome, 96)).toBe('webp');
    expect(imageFormat('image/webp,*/*', 640)).toBe('webp');
  });

  it.each([undefined, '', '*/*', 'image/*', 'image/png', 'image/webp;q=0', 'image/avif; q=0.0, image/webp;q=0', 'x'])(
    'uses a format that every browser supports for %p',
    (accept) => {
      expect(imageFormat(accept, 640)).toBe('plain');
    },
  );

  it('respects quality values', () => {
    expect(imageFormat('image/avif;q=0, image/webp;q=0.5', 640)).toBe('webp');
    expect(imageFormat('image/avif;q=0.9', 640)).toBe('avif');
  });
});
