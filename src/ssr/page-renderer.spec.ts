import fc from 'fast-check';
import { encodeHtml } from './page-renderer.js';

describe('the bytes of a page', () => {
  it('are those of all its pieces together, whatever they contain', () => {
    // Long pieces, and surrogates on their own, which form a character only together with those of the next piece.
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '\ud83d',
        '\ude00',
        '–',
        'é',
        'x'.repeat(15_999),
        '–'.repeat(9000),
        '\ud83d\ude00'.repeat(8000),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 10 }), { maxLength: 5 }), (pieces) => {
        expect(encodeHtml(pieces).equals(Buffer.from(pieces.flat().join('')))).toBe(true);
      }),
      {
        endOnFailure: true,
        examples: [[[['x'.repeat(15_999), '\ud83d'], ['\ude00']]], [[['x'.repeat(15_999), '\ud83d', '', '\ude00']]]],
      },
    );
  });

  it('are not changed by later pages', () => {
    const first = encodeHtml([['<p>', 'first', '</p>']]);
    encodeHtml([['<p>', 'second', '</p>']]);
    expect(first.toString()).toBe('<p>first</p>');
  });

  it('may be more than those of any page before', () => {
    const pieces = Array.from({ length: 300 }, () => '€'.repeat(4000));
    expect(encodeHtml([pieces])).toHaveLength(300 * 4000 * 3);
  });
});
