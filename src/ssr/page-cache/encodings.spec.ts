import { chooseEncoding, compress, decompress, ENCODINGS } from './encodings.js';

describe('encodings', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.8', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0, *', 'zstd'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.001, identity;q=0', 'gzip'],
    ['zstd, gzip', 'zstd'],
    ['abridged, gzipped', 'identity'],
    [',;q=,,br;;q', 'br'],
  ])('%s selects %s', (header, encoding) => {
    expect(chooseEncoding(header, ['br', 'zstd', 'gzip', 'identity'])).toBe(encoding);
  });

  it.each(ENCODINGS)('%s decompresses to the original, with quick and best effort', async (encoding) => {
    const html = Buffer.from('<p>Überall Schildkröten</p>'.repeat(500));
    for (const effort of ['quick', 'best'] as const) {
      const body = await compress(html, encoding, effort);
      expect(body.length <= html.length / (encoding === 'identity' ? 1 : 10)).toBe(true);
      expect((await decompress(body, encoding)).equals(html)).toBe(true);
    }
  });
});
