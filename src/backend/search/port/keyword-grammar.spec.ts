import fc from 'fast-check';
import { formatKeywords, parseKeywords } from './keyword-grammar.js';

const word = (text: string) => ({ kind: 'word', text, excluded: false });

describe('parseKeywords', () => {
  it.each([
    ['social worker', [word('social'), word('worker')]],
    [
      '"social worker" -manager',
      [
        { kind: 'phrase', text: 'social worker', excluded: false },
        { ...word('manager'), excluded: true },
      ],
    ],
    ['-"night shift"', [{ kind: 'phrase', text: 'night shift', excluded: true }]],
    ['„sozialer Dienst“', [{ kind: 'phrase', text: 'sozialer Dienst', excluded: false }]],
    ['nurs*', [{ kind: 'prefix', text: 'nurs', excluded: false }]],
    ['part-time', [word('part-time')]],
    ['C++ R&D', [word('C++'), word('R&D')]],
    ['"never closed', [{ kind: 'phrase', text: 'never closed', excluded: false }]],
    ['a"b c"d', [word('a'), { kind: 'phrase', text: 'b c', excluded: false }, word('d')]],
    ['-- - "" * !!! (&|)', []],
    ['', []],
  ])('reads %s', (text, clauses) => {
    expect(parseKeywords(text)).toEqual(clauses);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const clause of parseKeywords(text)) {
          expect(clause.text).toMatch(/[\p{L}\p{N}]/u);
          expect(text).toContain(clause.text);
        }
      }),
    );
  });

  it('parses formatted keywords to the same clauses', () => {
    const pieces = fc.constantFrom('nurse', 'C++', '"', '-', '*', ' ', 'é', 'part-time', '“', '”');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const clauses = parseKeywords(parts.join(''));
        expect(parseKeywords(formatKeywords(clauses))).toEqual(clauses);
      }),
    );
  });

  it('takes time proportional to the length', () => {
    for (const text of [
      '-'.repeat(1e6),
      '"'.repeat(1e6),
      '*'.repeat(1e6),
      'a*'.repeat(5e5),
      'a '.repeat(5e5),
      `"${'a'.repeat(1e6)}`,
    ]) {
      expect(parseKeywords(text).length).toBeLessThanOrEqual(24);
    }
  });
});
