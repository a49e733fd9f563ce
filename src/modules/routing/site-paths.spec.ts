import fc from 'fast-check';
import { preferredLocale, readAddress, readRouter, toRouter } from './site-paths.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['es, fr-CA;q=0.5', 'fr'],
  ['en;q=0.1, fr;q=0.2', 'fr'],
  ['de;q=0, *', 'en'],
  ['nonsense;;;q=x,,,', 'en'],
  ['x'.repeat(5000), 'en'],
])('[ROUTE-09] the preferred locale for %j is %s', (accepted, locale) => {
  expect(preferredLocale(['en', 'de', 'fr'], accepted)).toBe(locale);
});

describe('parsing a request URL', () => {
  it('decodes the path and removes a trailing slash', () => {
    const read = readAddress('/jobs/%C3%A9t%C3%A9/?a=1&b=%20x');
    expect(read).toMatchObject({ ok: true, address: { path: '/jobs/été' } });
    expect(read.ok && read.address.query.get('b')).toBe(' x');
  });

  it.each([
    ['/%', 400],
    ['/%E0%A4%A', 400],
    ['/a%00b', 400],
    [`/jobs?search=${'a'.repeat(16_000)}`, 414],
  ])('refuses %.20s with %d', (url, status) => {
    expect(readAddress(url)).toMatchObject({ ok: false, status });
  });

  it('never throws, and never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readAddress(`/${text}`);
        if (read.ok) expect(read.address.path + [...read.address.query].join('')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('[ROUTE-04] the router', () => {
  it('gets the path in its parameter, besides the query of the URL', () => {
    const query = new URLSearchParams('utm=x');
    const rewritten = toRouter({ path: '/de/ueber-uns', query });
    expect([rewritten.path, rewritten.query.toString()]).toEqual(['/router', 'utm=x&router=%2Fde%2Fueber-uns']);
    expect(query.toString()).toBe('utm=x');
  });

  it('restores the requested URL for any input', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const read = readAddress(`/${path}?${query}`);
        if (!read.ok) return;
        const asked = readRouter(toRouter(read.address));
        expect(asked.target).toBe(read.address.path);
        expect(asked.query.has('router')).toBe(false);
        const others = new URLSearchParams(read.address.query);
        others.delete('router');
        expect(asked.query.toString()).toBe(others.toString());
      }),
    );
  });
});
