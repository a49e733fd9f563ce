import sharp from 'sharp';
import supertest from 'supertest';
import { FileServer } from '../../support/servers/file-server.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const FOREVER = 'public, max-age=31536000, immutable';
const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('pictures of a backend', () => {
  let files: FileServer;
  let product: RunningProduct;
  let photo: Buffer;

  beforeAll(async () => {
    files = await FileServer.start();
    product = await startProduct({ BACKEND_GRAPHQL_URL: files.url });
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
  });

  afterAll(async () => {
    await product.stop();
    await files.close();
  });

  const get = (path: string, accept = CHROME) => supertest(product.url).get(path).set('Accept', accept).buffer(true);
  const serve = (name: string, cacheControl: string | undefined = FOREVER) =>
    files.put(name, { contentType: 'image/jpeg', bytes: photo, cacheControl });

  it('are sent in the requested width, in the best format the browser supports, and cached for ever', async () => {
    const path = serve('formats.jpg');
    const kinds = [
      [CHROME, 'image/webp', 'image/avif'],
      ['image/webp,*/*', 'image/webp', 'image/webp'],
      ['*/*', 'image/jpeg', 'image/jpeg'],
    ] as const;
    for (const [accept, small, large] of kinds) {
      const [one, two] = [await get(`${path}?w=96`, accept), await get(`${path}?w=320`, accept)];
      expect([one.status, one.headers['content-type'], two.headers['content-type']]).toEqual([200, small, large]);
      expect(one.headers).toMatchObject({
        'cache-control': FOREVER,
        vary: 'Accept',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox') as string,
      });
      expect((await sharp(one.body as Buffer).metadata()).width).toBe(96);
      expect((await sharp(two.body as Buffer).metadata()).width).toBe(320);
      expect((two.body as Buffer).length).toBeLessThan(photo.length);
    }
    const whole = await get(path);
    expect(whole.headers['content-type']).toBe('image/jpeg');
    expect((whole.body as Buffer).equals(photo)).toBe(true);
  });

  it('are resized once, however many requests arrive, and revalidated by their ETag', async () => {
    const path = serve('once.jpg');
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`${path}?w=72`)));
    await get(`${path}?w=72`);
    expect(files.asked.filter((asked) => asked.startsWith(path))).toEqual([path]);
    const { etag } = answers[0]!.headers as { etag: string };
    expect(new Set(answers.map(({ headers }) => headers.etag as string))).toEqual(new Set([etag]));
    const again = await get(`${path}?w=72`).set('If-None-Match', etag);
    expect([again.status, again.headers['content-length'] ?? '0']).toEqual([304, '0']);
    expect(again.headers).toMatchObject({ etag, 'cache-control': FOREVER, vary: 'Accept' });
  });

  it('of a backend that forbids caching are not cached', async () => {
    const path = files.put('news.jpg', { contentType: 'image/jpeg', bytes: photo, cacheControl: 'no-store' });
    expect((await get(`${path}?w=96`)).headers['cache-control']).toBe('no-store');
    await get(`${path}?w=96`);
    expect(files.asked.filter((asked) => asked === path)).toHaveLength(2);
  });

  it.each(['1', '97', '0', '-96', '96px', '', '1e2', '99999999'])('with a width of "%s" are refused', async (width) => {
    const answer = await get(`${serve('width.jpg')}?w=${width}`);
    expect(answer.status).toBe(400);
  });

  it('that would decode to too many pixels are refused and not passed on', async () => {
    const bytes = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const answer = await get(`${files.put('bomb.png', { contentType: 'image/png', bytes })}?w=96`);
    expect(answer.status).toBe(422);
  });

  it.each([
    ['a script that says it is a picture', 'image/png', Buffer.from('<script>alert(1)</script>')],
    [
      'a drawing',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a page', 'text/html', Buffer.from('<script>alert(1)</script>')],
    ['half a picture', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('%s is served unchanged, and is harmless', async (name, contentType, bytes) => {
    const answer = await get(`${files.put(encodeURIComponent(name), { contentType, bytes })}?w=96`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(contentType);
    expect(Buffer.from((answer.body as Buffer).length ? (answer.body as Buffer) : answer.text).equals(bytes)).toBe(
      true,
    );
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
  });

  it('that do not exist are not found', async () => {
    expect((await get('/files/nothing.jpg?w=96')).status).toBe(404);
  });

  it.each(['/files/%2e%2e/health', '/files/x/%2e%2e/%2e%2e/health?w=96', '/files/..%5Chealth'])(
    '%s does not lead outside the files',
    async (path) => {
      const before = files.asked.length;
      expect((await get(path)).status).toBe(404);
      expect(files.asked.slice(before).filter((asked) => !asked.startsWith('/files/'))).toEqual([]);
    },
  );
});

describe.each(PRODUCTS)('logos, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('vector images are sent unchanged for every width', async () => {
    const src = (await site.page('/')).$('main img').first().attr('src')!;
    const [drawing, asked] = [await site.get(src), await site.get(`${src}?w=96`)];
    expect(asked.status).toBe(200);
    expect(asked.headers['content-type']).toBe('image/svg+xml');
    expect(asked.headers['cache-control']).toBe(FOREVER);
    expect(asked.headers['content-security-policy']).toContain('sandbox');
    expect((asked.body as Buffer).equals(drawing.body as Buffer)).toBe(true);
    expect((await site.get(`${src}?w=100`)).status).toBe(400);
  });

  it('have their size in the page, and are loaded only near the viewport', async () => {
    const page = await site.page('/jobs');
    const images = page.$('main img').toArray();
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) {
      const { width, height, loading, alt } = image.attribs;
      expect({ width, height, loading, alt }).toEqual({ width: '48', height: '48', loading: 'lazy', alt: '' });
    }
  });
});
