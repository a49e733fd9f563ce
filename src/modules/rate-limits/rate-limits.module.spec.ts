import type { LimitedCall } from './limit-rules.js';
import { addressBlock, RateLimits } from './rate-limits.module.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['nobody', 'nobody'],
])('[AUTH-18] counts %s as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

describe('limits on fields', () => {
  /** Rate limits that count in this test, for ever. */
  function limits(): RateLimits {
    return new RateLimits(({ points }) => {
      const used = new Map<string, number>();
      return {
        use: (key, cost = 1) => {
          const sum = (used.get(key) ?? 0) + cost;
          used.set(key, sum);
          return Promise.resolve(sum > points ? 1000 : 0);
        },
        wait: () => Promise.resolve(0),
        forgive: () => Promise.resolve(),
      };
    }, 'secret');
  }

  /** Number of calls that are allowed, of 1000. */
  async function allowed(
    field: string,
    callOf: (index: number) => Pick<LimitedCall, 'address' | 'jwt'> & Partial<LimitedCall>,
  ): Promise<number> {
    const counted = limits();
    let count = 0;
    for (let index = 0; index < 1000; index += 1)
      if ((await counted.use({ field, args: {}, ...callOf(index) })).ok) count += 1;
    return count;
  }

  // An order sends an invoice to an address that nobody has confirmed; a quote may query VIES.
  it.each([
    ['placeOrder', true, 30, 60],
    ['orderQuote', false, 120, 300],
  ])('[AUTH-18] counts %s by session and by address', async (field, isMutation, perSession, perAddress) => {
    expect(RateLimits.counts(field, isMutation)).toBe(true);
    expect(await allowed(field, (index) => ({ address: `192.0.2.${index % 250}`, jwt: 'one session' }))).toBe(
      perSession,
    );
    expect(await allowed(field, (index) => ({ address: '192.0.2.1', jwt: `session ${index}` }))).toBe(perAddress);
  });

  // An invitation is mailed to somebody who has not requested it, and a repeated one is mailed again.
  it('[AUTH-18] counts inviteMember by recipient, whoever invites, and however the address is written', async () => {
    const inviting = (emailOf: (index: number) => string) =>
      allowed('inviteMember', (index) => ({
        args: { organizationId: '1', email: emailOf(index), role: 'editor' },
        address: `192.0.2.${index % 250}`,
        jwt: `session ${index}`,
      }));
    expect(await inviting((index) => (index % 2 ? 'guest@people.test' : ' Guest@People.test'))).toBe(5);
    expect(await inviting((index) => `guest${index}@people.test`)).toBe(1000);
  });
});
