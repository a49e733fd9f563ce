import fc from 'fast-check';
import { chunkNames, fromChunks, toChunks } from './cookie-chunks.js';

describe('cookies in parts', () => {
  it('[AUTH-05] come together again, each part below 4096 bytes with its attributes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (length) => {
        const value = Array.from({ length }, (_none, at) => (at % 36).toString(36)).join('');
        const chunks = toChunks('__Secure-next-auth.session-token', value);
        expect(fromChunks('__Secure-next-auth.session-token', Object.fromEntries(chunks))).toBe(value);
        for (const part of chunks.values()) expect(part.length).toBeLessThanOrEqual(3933);
        expect(chunks.size).toBe(Math.ceil(length / 3933));
      }),
    );
  });

  it('are all found to be cleared, and nothing else is', () => {
    const cookies = { 'a.b': '', 'a.b.0': '', 'a.b.12': '', 'a.b.x': '', 'a.bc': '' };
    expect(chunkNames('a.b', cookies)).toEqual(['a.b', 'a.b.0', 'a.b.12']);
  });
});
