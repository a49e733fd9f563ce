import fc from 'fast-check';
import { SealedTokens } from './sealed-tokens.js';

const OLD = 'an old secret of at least thirty-two characters';
const NEW = 'a new secret of at least thirty-two characters';
const now = new Date('2026-01-01T12:00:00Z');
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

describe('sealed tokens', () => {
  const tokens = new SealedTokens<{ jwt: string }>([OLD], 'session');

  it('[AUTH-05] are valid for their lifetime plus 15 seconds, for clock differences', async () => {
    const token = await tokens.seal({ jwt: 'x' }, 2_592_000, now);
    expect((await tokens.open(token, after(2_592_014)))?.claims.jwt).toBe('x');
    expect(await tokens.open(token, after(2_592_016))).toBeUndefined();
  });

  it('[AUTH-05] are accepted during key rotation, as long as their secret is configured', async () => {
    const token = await tokens.seal({ jwt: 'x' }, 60, now);
    expect((await new SealedTokens<{ jwt: string }>([NEW, OLD], 'session').open(token, now))?.claims.jwt).toBe('x');
    expect(await new SealedTokens<{ jwt: string }>([NEW], 'session').open(token, now)).toBeUndefined();
  });

  it('are valid only for their purpose', async () => {
    const ticket = await new SealedTokens<{ jwt: string }>([OLD], 'login ticket').seal({ jwt: 'x' }, 60, now);
    expect(await tokens.open(ticket, now)).toBeUndefined();
  });

  it('[AUTH-05] are invalid if a character differs, and never cause an exception', async () => {
    const token = await tokens.seal({ jwt: 'x' }, 60, now);
    const place = fc.integer({ min: 0, max: token.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(place, fc.string()), fc.string({ minLength: 1 }), async (where, text) => {
        const broken = typeof where === 'string' ? where : token.slice(0, where) + text + token.slice(where);
        expect(await tokens.open(broken, now)).toBeUndefined();
      }),
    );
  });
});
