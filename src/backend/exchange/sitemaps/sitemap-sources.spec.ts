import { type SitemapSource, entriesOf, ROWS_A_READ } from './sitemap-sources.js';

/** A source with this many rows, at every third id; each fifth row has no page. */
function sourceOf(count: number, asked: number[]): SitemapSource {
  const rows = Array.from({ length: count }, (_value, index) => ({
    id: 3 * (index + 1),
    entry: index % 5 === 4 ? undefined : { path: `/job/${3 * (index + 1)}` },
  }));
  return {
    type: 'jobs',
    rows: { table: 'job', condition: 'true' },
    idsPerFile: 50_000,
    read: (_database, { from, to, limit }) => {
      asked.push(from);
      return Promise.resolve(rows.filter(({ id }) => id >= from && id < to).slice(0, limit));
    },
  };
}

describe('rows of a sitemap', () => {
  it.each([0, 1, ROWS_A_READ - 1, ROWS_A_READ, 2 * ROWS_A_READ + 7])(
    '[ROUTE-11] %i of them are read in parts, each once and in order',
    async (count) => {
      const asked: number[] = [];
      const paths: string[] = [];
      const pages = { locales: ['en'] };
      const range = { site: 'uk', language: 'en', from: 1, to: 1_000_000, now: new Date(0), pages };
      for await (const part of entriesOf(undefined as never, sourceOf(count, asked), range)) {
        expect(part.length).toBeLessThanOrEqual(ROWS_A_READ);
        paths.push(...part.map(({ path }) => path));
      }
      const ids = Array.from({ length: count }, (_value, index) => index).filter((index) => index % 5 !== 4);
      expect(paths).toEqual(ids.map((index) => `/job/${3 * (index + 1)}`));
      expect(asked.length).toBe(Math.floor(count / ROWS_A_READ) + 1);
    },
  );
});
