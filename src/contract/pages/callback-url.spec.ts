import fc from 'fast-check';
import { localAddress, redirectLocation, safeCallbackUrl } from './callback-url.js';

const ORIGIN = 'https://jobs.example';

/** Possible attacks: fragments that URL parsers interpret differently, and random text. */
const hostileTarget = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '/.',
        '/..',
        '%2e',
        '%2F',
        '%5C',
        ':',
        '@',
        '\t',
        '\n',
        '\r',
        '\u0000',
        '\u3000',
        ' ',
        '%',
        '.',
        'https:',
        'http:',
        'javascript:',
        ORIGIN,
        'jobs.example',
        'user:pw@',
        'evil.example',
        '?',
        '#',
        '[',
        'é',
      ),
    )
    .map((pieces) => pieces.join('')),
);

/** Resolves a target as a browser does that is redirected from a page of the site. */
const resolved = (target: string) => new URL(target, `${ORIGIN}/user/login?destination=x`);

describe('the target of a redirect after login', () => {
  it.each([
    ['/jobs?page=2#x', `${ORIGIN}/jobs?page=2#x`],
    [`${ORIGIN}/jobs`, `${ORIGIN}/jobs`],
    [ORIGIN, `${ORIGIN}/`],
    ['https://JOBS.example/a', `${ORIGIN}/a`],
    ['/a//b', `${ORIGIN}/a//b`],
    ['jobs', ORIGIN],
    [`${ORIGIN}.evil.example/`, ORIGIN],
    [`${ORIGIN}@evil.example/`, ORIGIN],
    [`${ORIGIN}:444/`, ORIGIN],
    [`${ORIGIN}//evil.example`, ORIGIN],
    ['/.//evil.example', ORIGIN],
    ['http://jobs.example/', ORIGIN],
    [undefined, ORIGIN],
  ])('[AUTH-02] %j leads to %s', (wanted, target) => {
    expect(safeCallbackUrl(wanted, ORIGIN)).toBe(target);
  });

  it.each([
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/.\\/evil.example',
    '/.\t//evil.example',
    `${ORIGIN}//evil.example`,
    `${ORIGIN}/.//evil.example`,
    `${ORIGIN}\\\\evil.example`,
    '//evil.example',
    '/\\evil.example',
    '/\n/evil.example',
    'https:evil.example',
  ])('[AUTH-02] %j leads to the home page', (wanted) => {
    expect(localAddress(wanted, ORIGIN)).toBe('/');
  });

  it('[AUTH-02] is on this site for any input', () => {
    fc.assert(
      fc.property(hostileTarget, (text) => {
        const url = new URL(safeCallbackUrl(text, ORIGIN));
        expect([url.origin, url.username]).toEqual([ORIGIN, '']);
        // Some code uses only parts of the URL, without the origin.
        expect(resolved(url.pathname + url.search).origin).toBe(ORIGIN);
        const path = localAddress(text, ORIGIN);
        expect(resolved(path).origin).toBe(ORIGIN);
        expect(resolved(redirectLocation(path)).href).toBe(resolved(path).href);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a Location header', () => {
  it.each([
    ['/jobs?page=2#x', '/jobs?page=2#x'],
    ['/de/a//b', '/de/a//b'],
    ['/apply/1/☃?notice=sent', '/apply/1/%E2%98%83?notice=sent'],
    ['https://provider.example/authorize?a=b', 'https://provider.example/authorize?a=b'],
    ['//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['evil', '/'],
    ['', '/'],
    ['https://[', '/'],
  ])('for %j is %s', (target, location) => {
    expect(redirectLocation(target)).toBe(location);
  });

  it('stays on this site unless it is written with its scheme and host, and is plain ASCII', () => {
    fc.assert(
      fc.property(hostileTarget, (text) => {
        const location = redirectLocation(text);
        expect(location).toMatch(/^[\x21-\x7e]+$/);
        if (!/^https?:\/\//i.test(text)) expect(resolved(location).origin).toBe(ORIGIN);
      }),
      { numRuns: 5000 },
    );
  });
});
