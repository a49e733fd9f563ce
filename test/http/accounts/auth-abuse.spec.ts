import fc from 'fast-check';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { PRODUCTS } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const SESSION = 'next-auth.session-token';

describe.each(PRODUCTS)('abuse of the session protocol, %s', (_name, url) => {
  let visitor: Visitor;

  beforeEach(() => {
    visitor = new Visitor(url);
  });

  const logIn = async (): Promise<string> => {
    expect((await visitor.logIn(EMAIL, DEMO_PASSWORD)).status).toBe(200);
    return visitor.cookies.get(SESSION)!;
  };

  it('[AUTH-05] a session cookie from before the login is useless after it', async () => {
    const fixed = await logIn();
    const victim = new Visitor(url);
    victim.cookies.set(SESSION, fixed);
    await victim.logIn('recruiter@demo.causeboard.test', DEMO_PASSWORD);
    expect(victim.cookies.get(SESSION)).not.toBe(fixed);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    expect(await victim.session()).toMatchObject({ user: { email: 'recruiter@demo.causeboard.test' } });
  });

  it.each(
    [
      '//evil.example',
      '///evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '\t//evil.example',
      '/\n/evil.example',
      'https:evil.example',
      'http:evil.example',
      'http:/evil.example',
      'https://evil.example/jobs',
      'javascript:alert(1)',
      'data:text/html,x',
      'ORIGIN@evil.example/',
      'http://user:pw@HOST/',
      'ORIGIN.evil.example/',
      'http://',
      'http://[',
      '%',
      '\u0000',
      'x'.repeat(5000),
    ].map((wanted) => [wanted]),
  )('[AUTH-02] nobody is sent to %j', async (pattern) => {
    const wanted = pattern.replace('ORIGIN', url).replace('HOST', new URL(url).host);
    const out = await visitor.send('/api/auth/signout', { callbackUrl: wanted });
    expect(out.status).toBe(200);
    expect(new URL(((await out.json()) as { url: string }).url).origin).toBe(url);
    const page = await visitor.fetch(`/api/auth/signin?callbackUrl=${encodeURIComponent(wanted)}`);
    const kept = new URL(page.headers.get('location')!, url).searchParams.get('callbackUrl')!;
    expect([page.status, new URL(kept).origin]).toEqual([302, url]);
  });

  describe.each([
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'ORIGIN//evil.example',
    '/\t/evil.example',
  ])('[AUTH-02] a path that browsers read as another host: %j', (pattern) => {
    const wanted = pattern.replace('ORIGIN', url);
    const query = new URLSearchParams({ callbackUrl: wanted }).toString();
    const originOf = (location: string) => new URL(location, url).origin;

    it('is no redirect target after logging out', async () => {
      const answer = await visitor.fetch(`/user/logout?${query}`);
      expect([answer.status, originOf(answer.headers.get('location')!)]).toEqual([303, url]);
    });

    it.each(['text/html', 'application/json'])('is no redirect target after logging in, as %s', async (accept) => {
      const answer = await visitor.send(
        `/user/login?${query.replace('callbackUrl', 'destination')}`,
        { email: EMAIL, password: DEMO_PASSWORD },
        { headers: { accept } },
      );
      const target =
        accept === 'text/html'
          ? answer.headers.get('location')
          : ((await answer.json()) as { redirect: string }).redirect;
      expect(originOf(target!)).toBe(url);
    });

    it('is no target of a link on a page', async () => {
      await visitor.logIn('recruiter@demo.causeboard.test', DEMO_PASSWORD);
      const page = await visitor.fetch(`/user/organization?${query.replace('callbackUrl', 'destination')}`);
      const hrefs = [...(await page.text()).matchAll(/<a [^>]*href="([^"]*evil[^"]*)"/g)].map(([, href]) => href!);
      expect(hrefs.filter((href) => originOf(href.replaceAll('&amp;', '&')) !== url)).toEqual([]);
    });
  });

  it.each(['https://evil.example', 'http://[', '%E0%A4%A', 'x'.repeat(3000), ''])(
    '[AUTH-02] a poisoned callback cookie (%.20s) does not lock the visitor out',
    async (poison) => {
      visitor.cookies.set('next-auth.callback-url', poison);
      const response = await visitor.logIn(EMAIL, DEMO_PASSWORD);
      expect([response.status, await response.json()]).toEqual([200, { url }]);
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    },
  );

  it('[AUTH-05] a cookie that is manipulated, truncated or foreign belongs to nobody, and does not lock the visitor out', async () => {
    const token = await logIn();
    const flip = (at: number) => {
      const other = token[at] === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    };
    const broken = fc.oneof(
      fc.integer({ min: 0, max: token.length - 2 }).map(flip),
      fc.integer({ min: 1, max: token.length - 1 }).map((length) => token.slice(0, length)),
      fc.stringMatching(/^[\w.%=~-]{1,300}$/),
      fc.constant(`${token}x`),
      fc.constant('eyJhbGciOiJub25lIn0..e30..'),
      fc.constant('x'.repeat(9000)),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (value) => {
        const sender = new Visitor(url);
        sender.cookies.set(SESSION, value);
        const response = await sender.fetch('/api/auth/session');
        expect([response.status, await response.json()]).toEqual([200, {}]);
      }),
      { numRuns: 60 },
    );
    const sender = new Visitor(url);
    sender.cookies.set(SESSION, token.slice(0, -3));
    expect((await sender.fetch('/jobs')).status).toBe(200);
    await sender.logIn(EMAIL, DEMO_PASSWORD);
    expect(await sender.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it('an invalid csrf cookie of any kind is replaced, never an error', async () => {
    for (const value of ['', '|', 'a|b', 'a|b|c', '%', 'x'.repeat(3000), `${'0'.repeat(64)}|${'0'.repeat(64)}`]) {
      const sender = new Visitor(url);
      sender.cookies.set('next-auth.csrf-token', value);
      expect((await sender.logIn(EMAIL, DEMO_PASSWORD)).status).toBe(200);
    }
  });

  it('[AUTH-02] two tabs log in and out without getting in each other’s way', async () => {
    await visitor.fetch('/api/auth/csrf');
    const { csrfToken } = await visitor.json<{ csrfToken: string }>('/api/auth/csrf');
    await logIn();
    const second = await visitor.send('/api/auth/callback/credentials', {
      csrfToken,
      email: 'recruiter@demo.causeboard.test',
      password: DEMO_PASSWORD,
    });
    expect(second.status).toBe(200);
    expect(await visitor.session()).toMatchObject({ user: { email: 'recruiter@demo.causeboard.test' } });
    for (let tab = 0; tab < 2; tab++) expect((await visitor.send('/api/auth/signout', { csrfToken })).status).toBe(200);
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-05] a login by script gets a ticket instead of the jwt, which allows one sign-in and nothing else', async () => {
    const response = await visitor.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName: 'JwtToken', variables: { email: EMAIL, password: DEMO_PASSWORD } }),
    });
    const { data } = (await response.json()) as { data: { JwtToken: { jwt: string } } };
    const { jwt: ticket } = data.JwtToken;
    expect(ticket.split('.')).toHaveLength(5);
    const asBearer = await visitor.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ticket}` },
      body: JSON.stringify({ operationName: 'getUser', variables: {} }),
    });
    expect(asBearer.status === 401 || !(await asBearer.text()).includes(EMAIL)).toBe(true);
    const asCookie = new Visitor(url);
    asCookie.cookies.set(SESSION, ticket);
    expect(await asCookie.session()).toEqual({});
    expect((await visitor.send('/api/auth/callback/credentials', { jwt: ticket })).status).toBe(200);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    const second = new Visitor(url);
    expect((await second.send('/api/auth/callback/credentials', { jwt: ticket })).status).toBe(401);
    expect(await second.session()).toEqual({});
  });
});
