import fc from 'fast-check';
import { safeCallbackUrl } from './callback-url.js';

const ORIGIN = 'https://jobs.example';

describe('where somebody is sent', () => {
  it.each([
    ['/jobs?page=2#x', `${ORIGIN}/jobs?page=2#x`],
    [`${ORIGIN}/jobs`, `${ORIGIN}/jobs`],
    [ORIGIN, `${ORIGIN}/`],
    ['https://JOBS.example/a', `${ORIGIN}/a`],
    ['jobs', ORIGIN],
    [`${ORIGIN}.evil.example/`, ORIGIN],
    [`${ORIGIN}@evil.example/`, ORIGIN],
    [`${ORIGIN}:444/`, ORIGIN],
    ['http://jobs.example/', ORIGIN],
    [undefined, ORIGIN],
  ])('[AUTH-02] %j leads to %s', (wanted, target) => {
    expect(safeCallbackUrl(wanted, ORIGIN)).toBe(target);
  });

  it('[AUTH-02] is this site, whatever is asked for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      ':',
      '@',
      '\t',
      '\n',
      ' ',
      '%',
      '.',
      'https:',
      ORIGIN,
      'evil',
      '?',
      '#',
    );
    const wanted = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(wanted, (text) => {
        const url = new URL(safeCallbackUrl(text, ORIGIN));
        expect([url.origin, url.username]).toEqual([ORIGIN, '']);
      }),
      { numRuns: 2000 },
    );
  });
});
