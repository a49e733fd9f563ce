import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { StubServer } from '../../../../test/support/servers/stub-server.js';
import { captchaRule } from './captcha.port.js';
import { SiteverifyCaptcha } from './siteverify-captcha.js';

const CALL = { now: new Date('2026-11-21T00:00:00Z'), address: '203.0.113.9' };
const SECRET = 'the secret of this test';

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
    captcha = new SiteverifyCaptcha({ verifyUrl: `${service.origin}/siteverify`, secret: SECRET }, logger);
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
        form: { secret: SECRET, response: 'a response', remoteip: CALL.address },
      },
    ]);
    await captcha.judge('a response', { now: CALL.now });
    expect(sent[1]?.form).toEqual({ secret: SECRET, response: 'a response' });
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
    expect(JSON.stringify(said)).not.toContain(SECRET);
  });

  it('[AUTH-17] reports a service that is unavailable or does not respond in time', async () => {
    service.answer = () => undefined;
    const impatient = new SiteverifyCaptcha({ verifyUrl: service.origin, secret: SECRET }, logger, 300);
    expect(await impatient.judge('a response', CALL)).toBe('unavailable');
    const away = new SiteverifyCaptcha({ verifyUrl: 'http://127.0.0.1:9/siteverify', secret: SECRET }, logger);
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
