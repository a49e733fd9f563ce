import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { StubServer } from '../../../../test/support/servers/stub-server.js';
import { Captcha, captchaRule, SiteverifyCaptcha } from './captcha.js';

const now = new Date('2026-11-21T00:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const SECRET = 'a-secret-of-this-test-alone-0123456789';

describe('captcha', () => {
  let test: TestDatabase;
  let captcha: Captcha;

  beforeAll(async () => {
    test = await createTestDatabase();
    captcha = new Captcha(test.database, [SECRET]);
  });
  afterAll(() => test.close());

  async function solve(from = captcha, change: Record<string, unknown> = {}): Promise<string> {
    const challenge = await from.challenge(now);
    const hash = (tried: number) => createHash('sha256').update(`${challenge.salt}${tried}`).digest('hex');
    let number = 0;
    while (hash(number) !== challenge.challenge) number += 1;
    return Buffer.from(JSON.stringify({ ...challenge, number, ...change })).toString('base64');
  }

  it('[AUTH-17] accepts a solution once', async () => {
    const solution = await solve();
    expect(await Promise.all([captcha.take(solution, minutes(1)), captcha.take(solution, minutes(1))])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await captcha.take(solution, minutes(2))).toBe(false);
    const other = JSON.stringify({ extra: 1, ...(JSON.parse(Buffer.from(solution, 'base64').toString()) as object) });
    expect(await captcha.take(Buffer.from(other).toString('base64'), minutes(2))).toBe(false);
  });

  it('[AUTH-17] accepts a solution until it expires, and deletes it afterwards', async () => {
    const solution = await solve();
    expect(await captcha.take(solution, minutes(30))).toBe(false);
    expect(await captcha.take(solution, minutes(29))).toBe(true);
    expect(await captcha.take(await solve(), minutes(29))).toBe(true);
    expect(await captcha.take('', minutes(31))).toBe(false);
    expect(await captcha.take(solution, minutes(31))).toBe(false);
  });

  it('[AUTH-17] rejects a solution that is wrong, forged or malformed', async () => {
    const foreign = new Captcha(test.database, ['another-secret-of-this-test-0123456789']);
    const right = JSON.parse(Buffer.from(await solve(), 'base64').toString()) as { salt: string; number: number };
    const wrong = [
      await solve(foreign),
      await solve(captcha, { number: 0 }),
      await solve(captcha, { number: -1 }),
      await solve(captcha, { algorithm: 'SHA-1' }),
      await solve(captcha, { signature: '0'.repeat(64) }),
      // With a later expiry time than the signed one.
      await solve(captcha, { salt: right.salt.replace(/expires=\d+/, 'expires=9999999999') }),
      'nonsense',
      '',
      'x'.repeat(5000),
      Buffer.from('null').toString('base64'),
    ];
    for (const solution of wrong) expect(await captcha.take(solution, minutes(1))).toBe(false);
    expect(await captcha.take(undefined, minutes(1))).toBe(false);
  });

  it('accepts challenges signed with the previous key', async () => {
    const rotated = new Captcha(test.database, ['a-new-secret-of-this-test-0123456789', SECRET]);
    expect(await rotated.take(await solve(), minutes(1))).toBe(true);
  });
});

const CALL = { now: new Date('2026-11-21T00:00:00Z'), address: '203.0.113.9' };
const SERVICE_SECRET = 'the secret of this test';

describe('a captcha service with the interface of siteverify', () => {
  const said: [level: string, message: string, details: object][] = [];
  const log = (level: string) => (details: object, message: string) => void said.push([level, message, details]);
  const logger = { info: log('info'), warn: log('warn'), error: log('error') };
  let service: StubServer;
  let captcha: SiteverifyCaptcha;
  const sent: { method?: string; type?: string; form: Record<string, string> }[] = [];

  const answer = (status: number, body: unknown) => {
    service.answer = (request: IncomingMessage, response) => {
      void text(request).then((form) => {
        const { method, headers } = request;
        sent.push({ method, type: headers['content-type'], form: Object.fromEntries(new URLSearchParams(form)) });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    };
  };

  beforeAll(async () => {
    service = await StubServer.start();
    captcha = new SiteverifyCaptcha({ verifyUrl: `${service.origin}/siteverify`, secret: SERVICE_SECRET }, logger);
  });
  beforeEach(() => {
    sent.length = 0;
    said.length = 0;
  });
  afterAll(() => service.close());

  it('[AUTH-17] is sent a form with secret, response and address', async () => {
    answer(200, { success: true, hostname: 'jobs.example.org' });
    expect(await captcha.judge(' a response ', CALL)).toBe('passed');
    expect(sent).toEqual([
      {
        method: 'POST',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        form: { secret: SERVICE_SECRET, response: 'a response', remoteip: CALL.address },
      },
    ]);
    await captcha.judge('a response', { now: CALL.now });
    expect(sent[1]?.form).toEqual({ secret: SERVICE_SECRET, response: 'a response' });
  });

  it.each([
    ['a response that is wrong', 200, ['invalid-input-response']],
    ['one that is old or was judged before', 200, ['timeout-or-duplicate']],
    ['one without a reason', 200, undefined],
    ['one with a status of its own', 400, ['invalid-input-response']],
  ])('[AUTH-17] refuses %s', async (_what, status, codes) => {
    answer(status, { success: false, 'error-codes': codes });
    expect(await captcha.judge('a response', CALL)).toBe('refused');
    expect(said).toEqual([]);
  });

  it.each([null, undefined, '', '  ', 'x'.repeat(10_001)])('[AUTH-17] rejects %p at once', async (response) => {
    answer(200, { success: true });
    expect(await captcha.judge(response, CALL)).toBe('refused');
    expect(sent).toEqual([]);
  });

  it.each([
    ['an error page', 500, '<html>'],
    ['JSON of another kind', 200, { ok: true }],
    ['too much', 200, { success: true, more: 'x'.repeat(100_001) }],
    ['a redirect', 302, ''],
  ])('[AUTH-17] treats the service as unavailable when it answers with %s', async (_what, status, body) => {
    answer(status, body);
    expect(await captcha.judge('a response', CALL)).toBe('unavailable');
    expect(said).toMatchObject([['warn', 'The captcha service does not answer', {}]]);
  });

  it('[AUTH-17] reports a wrong secret of the operator, and logs it without the secret', async () => {
    answer(200, { success: false, 'error-codes': ['invalid-input-secret'] });
    expect(await captcha.judge('a response', CALL)).toBe('unavailable');
    expect(said).toMatchObject([
      ['error', 'The captcha service refuses this site', { codes: ['invalid-input-secret'] }],
    ]);
    expect(JSON.stringify(said)).not.toContain(SERVICE_SECRET);
  });

  it('[AUTH-17] reports a service that is unavailable or does not respond in time', async () => {
    service.answer = () => undefined;
    const impatient = new SiteverifyCaptcha({ verifyUrl: service.origin, secret: SERVICE_SECRET }, logger, 300);
    expect(await impatient.judge('a response', CALL)).toBe('unavailable');
    const away = new SiteverifyCaptcha({ verifyUrl: 'http://127.0.0.1:9/siteverify', secret: SERVICE_SECRET }, logger);
    expect(await away.judge('a response', CALL)).toBe('unavailable');
  });

  it('[AUTH-17] has a message for each verdict except `passed`', () => {
    expect((['passed', 'refused', 'unavailable'] as const).map(captchaRule)).toEqual([
      undefined,
      'captcha',
      'captchaUnavailable',
    ]);
  });
});
