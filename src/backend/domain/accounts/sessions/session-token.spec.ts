import { SessionTokens } from './sessions.js';

const SECRET = 'a secret of at least thirty-two characters';
const now = new Date('2026-01-01T12:00:00Z');
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

describe('session tokens', () => {
  const tokens = new SessionTokens([SECRET]);
  const sign = () => tokens.sign({ id: 'one', accountId: 'somebody', expiresAt: after(60) });

  it('[AUTH-05] hold for their time and 15 seconds more, read for the first time or again', async () => {
    const token = await sign();
    for (const reader of [tokens, tokens, new SessionTokens([SECRET])]) {
      expect(await reader.read(token, after(74))).toBe('one');
      expect(await reader.read(token, after(76))).toBeUndefined();
    }
    expect(await new SessionTokens([SECRET]).read(token, after(76))).toBeUndefined();
  });

  it('are not accepted from other keys after they were read here', async () => {
    const token = await sign();
    expect(await tokens.read(token, now)).toBe('one');
    expect(await tokens.read(`${token.slice(0, -2)}xx`, now)).toBeUndefined();
    expect(await new SessionTokens(['another secret of thirty-two characters']).read(token, now)).toBeUndefined();
  });
});
