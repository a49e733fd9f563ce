import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha256 } from './sha256';

it('is SHA-256', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      const hex = Array.from(sha256(text), (word) => word.toString(16).padStart(8, '0')).join('');
      expect(hex).toBe(createHash('sha256').update(text).digest('hex'));
    }),
    { seed: 417 },
  );
});
