import { Redis } from 'ioredis';
import { DEMO_PASSWORD, startProduct } from '../../support/products.mjs';
import { RedisServer } from '../../support/servers/redis-server.js';
import { SiteUnderTest } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';
import { waitFor } from '../../support/wait-for.js';

const PATIENCE = 180_000;
type Product = Awaited<ReturnType<typeof startProduct>>;

/** Uses the limits of production; each test has its own client addresses and accounts. */
describe('limits on guessing', () => {
  let redis: RedisServer;
  let products: Product[] = [];
  let client: Redis;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const start = () =>
      startProduct({
        DATA_DIR: process.env.TEST_DATA_DIR!,
        BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
        RATE_LIMITS: 'on',
        REDIS_URL: redis.url,
        TRUST_PROXY: 'on',
      });
    products = await Promise.all([start(), start()]);
    client = new Redis(redis.url);
  }, PATIENCE);

  afterAll(async () => {
    client.disconnect();
    await Promise.all(products.map((product) => product.stop()));
    await redis.stop();
  }, PATIENCE);

  async function ask(operationName: string, variables: object, address: string, product = products[0]!, cookie = '') {
    const response = await new SiteUnderTest(product.url)
      .post('/graphql')
      .set({ 'X-Forwarded-For': address, Accept: 'application/graphql-response+json', Cookie: cookie })
      .send({ operationName, variables });
    const { status, headers } = response;
    const { data, errors } = response.body as {
      data?: Record<string, { jwt?: string | null; errors: { message: string }[] }>;
      errors?: { message: string; extensions: { code: string; retryAfterSeconds?: number } }[];
    };
    return { status, headers, answer: Object.values(data ?? {})[0], error: errors?.[0] };
  }
  const logIn = (email: string, password: string, address: string, product?: Product) =>
    ask('JwtToken', { email, password }, address, product);

  it(
    '[AUTH-18] stops guesses at the password of an account, whether or not it exists, and says for how long',
    async () => {
      const told = [];
      for (const [index, email] of ['recruiter@demo.causeboard.test', 'nobody@demo.causeboard.test'].entries()) {
        const address = `192.0.2.${index + 1}`;
        const seen = [];
        for (let attempt = 0; attempt < 10; attempt++) {
          // Different spellings of the address are the same account.
          const written = attempt % 2 ? email : ` ${email.toUpperCase()}`;
          const { status, answer } = await logIn(written, `wrong ${attempt}`, address);
          seen.push([status, answer?.jwt, answer?.errors]);
        }
        const { status, headers, error } = await logIn(email, DEMO_PASSWORD, address);
        expect(error).toMatchObject({ extensions: { code: 'TOO_MANY_REQUESTS' } });
        expect(error?.message).toMatch(/^Too many attempts\. Please wait 1\d minutes and try again\.$/);
        expect(Number(headers['retry-after'])).toBe(error?.extensions.retryAfterSeconds);
        told.push([seen, status, error?.message]);
      }
      expect(told[0]).toEqual(told[1]);
      // The owner is not locked out at the usual client address.
      const elsewhere = await logIn('recruiter@demo.causeboard.test', DEMO_PASSWORD, '192.0.2.3');
      expect(elsewhere.answer?.jwt).toEqual(expect.any(String));
    },
    PATIENCE,
  );

  it(
    '[AUTH-18] stops guesses from one client address and its network, and does not count successful logins',
    async () => {
      const block = (host: number) => `2001:db8:7:7::${host.toString(16)}`;
      for (let attempt = 1; attempt <= 50; attempt++) await logIn(`guess${attempt}@example.org`, 'x', block(attempt));
      expect((await logIn('applicant@demo.causeboard.test', DEMO_PASSWORD, block(51))).status).toBe(429);
      expect((await logIn('applicant@demo.causeboard.test', DEMO_PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
      for (let attempt = 0; attempt < 12; attempt++)
        expect((await logIn('editor@demo.causeboard.test', DEMO_PASSWORD, '192.0.2.9')).status).toBe(200);
    },
    PATIENCE,
  );

  it(
    '[AUTH-18] counts in all processes together, and stores nothing about people in Redis',
    async () => {
      const email = 'siteadmin@demo.causeboard.test';
      for (let attempt = 0; attempt < 10; attempt++) await logIn(email, 'wrong', '192.0.2.20', products[attempt % 2]);
      for (const product of products) expect((await logIn(email, 'wrong', '192.0.2.20', product)).status).toBe(429);
      const keys = await client.keys('*');
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) expect(key).toMatch(/^causeboard:limit:\w+:[\w-]+:[\w-]{32}$/);
      expect(keys.join()).not.toMatch(/192\.0\.2|siteadmin/);
    },
    PATIENCE,
  );

  it(
    '[AUTH-18] limits mails that are requested for other people',
    async () => {
      const reset = (address: string) => ask('RequestPasswordReset', { email: 'victim@example.org' }, address);
      for (let attempt = 0; attempt < 5; attempt++) expect((await reset('192.0.2.30')).status).toBe(200);
      expect((await reset('192.0.2.30')).status).toBe(429);
      // Another visitor, who may be the owner, can still request one; but the total number of mails is limited.
      for (let attempt = 5; attempt < 20; attempt++) expect((await reset(`192.0.2.${30 + attempt}`)).status).toBe(200);
      expect((await reset('192.0.2.60')).status).toBe(429);
    },
    PATIENCE,
  );

  it(
    '[AUTH-18] never locks out owners from a browser with which they have logged in before',
    async () => {
      const [email, other] = ['editor@demo.causeboard.test', 'applicant@demo.causeboard.test'];
      const browser = new Visitor(products[0]!.url, { 'x-forwarded-for': '192.0.2.70' });
      expect((await browser.logIn(email, DEMO_PASSWORD)).status).toBe(200);
      const known = ['next-auth.known-browser', browser.cookies.get('next-auth.known-browser')!].join('=');
      const attempt = (address: string, password: string, cookie = '', who = email) =>
        ask('JwtToken', { email: who, password }, address, products[1], cookie);
      const reset = (address: string, cookie = '') =>
        ask('RequestPasswordReset', { email }, address, products[1], cookie);

      for (let host = 0; host < 11; host++)
        for (let count = 0; count < 10; count++) await attempt(`198.51.100.${host}`, 'wrong');
      for (let host = 0; host < 20; host++) await reset(`198.51.100.${host}`);
      expect((await attempt('192.0.2.71', DEMO_PASSWORD)).status).toBe(429);
      expect((await reset('192.0.2.71')).status).toBe(429);
      expect((await attempt('192.0.2.71', DEMO_PASSWORD, known)).answer?.jwt).toEqual(expect.any(String));
      expect((await reset('192.0.2.71', known)).status).toBe(200);

      // Attempts from a known browser are limited too, and it is known for this account only.
      const statuses: number[] = [];
      for (let count = 0; count < 11; count++) statuses.push((await attempt('192.0.2.72', 'wrong', known)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
      for (let count = 0; count < 10; count++) await attempt('192.0.2.73', 'wrong', known, other);
      expect((await attempt('192.0.2.73', DEMO_PASSWORD, known, other)).status).toBe(429);
      expect((await attempt('192.0.2.71', DEMO_PASSWORD, `${known.slice(0, -3)}xyz`)).status).toBe(429);
    },
    PATIENCE,
  );

  it(
    '[AUTH-18] continues without Redis with counters in the process, and delays nobody',
    async () => {
      const email = 'admin@demo.causeboard.test';
      redis.freeze();
      // The first request notices the failure; later ones do not wait.
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await logIn(email, 'wrong', '192.0.2.50')).status).toBe(200);
      expect((await logIn(email, 'wrong', '192.0.2.50')).status).toBe(429);
      redis.thaw();
      await redis.stop();
      expect((await logIn(email, 'wrong', '192.0.2.50')).status).toBe(429);
      expect((await new SiteUnderTest(products[0]!.url).page('/jobs')).status).toBe(200);
      redis = await RedisServer.start(redis.port);
      await waitFor(
        'the product counts in Redis again',
        async () => {
          await logIn(email, 'wrong', '192.0.2.60');
          return (await client.keys('*').catch(() => [])).length > 0;
        },
        30_000,
      );
    },
    PATIENCE,
  );
});
