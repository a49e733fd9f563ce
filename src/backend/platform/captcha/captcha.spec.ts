import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Captcha } from './captcha.js';

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
