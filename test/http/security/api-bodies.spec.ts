import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

/** Each path below /api that accepts a body, with a field that must be a string. */
const ADDRESSES = [
  ['/api/auth/signin/google', 'role'],
  ['/api/auth/callback/credentials', 'email'],
  ['/api/auth/signout', 'callbackUrl'],
  ['/api/auth/session', 'csrfToken'],
  ['/api/job-description', 'csrfToken'],
] as const;

describe.each(PRODUCTS)('bodies of API requests, %s', (_name, url) => {
  const site = new SiteUnderTest(url, 'europe');

  it.each(ADDRESSES)('[AUTH-02] %s names a field that has the wrong type', async (path, field) => {
    for (const value of [{ $ne: '' }, ['a'], 7, 'x'.repeat(10_000)]) {
      const answer = await site
        .post(path)
        .type('json')
        .send({ [field]: value });
      // The login protocol also returns the address of an error page for its client.
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({
          status: 400,
          message: expect.stringMatching(`^Invalid fields: .*${field}`) as string,
          requestId: expect.any(String) as string,
        }),
      ]);
    }
  });

  it.each(ADDRESSES)('[AUTH-02] %s answers JSON that is not an object without a server error', async (path) => {
    for (const body of ['[]', '"text"', 'null', '7', '{']) {
      const answer = await site.post(path).type('json').send(body);
      // The login protocol redirects clients that do not ask for JSON.
      expect([body, [302, 400, 401, 403].includes(answer.status) || answer.status]).toEqual([body, true]);
    }
  });
});
