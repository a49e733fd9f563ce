import fc from 'fast-check';
import { readAddress } from './request-address.js';

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
