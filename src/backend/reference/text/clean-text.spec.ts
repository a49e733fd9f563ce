import fc from 'fast-check';
import { repairMojibake } from './clean-text.js';

const CP1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Returns the result of decoding UTF-8 as Windows-1252. */
function misread(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) =>
    byte >= 0x80 && byte < 0xa0 ? CP1252[byte - 0x80]! : String.fromCharCode(byte),
  ).join('');
}

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'aeiouáàâãçéêíóôõúnmrst',
  'abcdeàâæçéèêëîïôœùûüÿ',
  'abdefgäöüßklmnrst',
  'aąbcćdeęłńóśźżkmrt',
  'aăâeêioôơuưđbctnhg',
  'абвгдежзиклмнопрст',
  'αβγδεζηθικλμνξοπρς',
  'aåäöæøndrstlk',
];
const SIGNS = [
  '. ',
  ', ',
  '! ',
  '? ',
  ': ',
  ' – ',
  ' — ',
  '… ',
  ' ',
  ' ',
  ' ',
  '\u00a0: ',
  '® ',
  '™ ',
  '© ',
  ' & ',
  ' §\u00a05 ',
  ' 20\u00a0° ',
];
const PRICES = ['5 €', '€20', '20\u00a0€', '£300', '¥500'];
const QUOTES = ['“”', '„“', '«»', '»«', '‘’', '‹›', '›‹', '()'] as const;

const word = fc
  .constantFrom(...ALPHABETS)
  .chain((alphabet) => fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 1, maxLength: 9 }))
  .chain((letters) =>
    fc.constantFrom(letters, letters.toUpperCase(), letters[0]!.toUpperCase() + letters.slice(1), `${letters}’s`),
  );
const piece = fc.oneof({ weight: 6, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(...PRICES) });
const phrase = fc.array(piece, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const quoted = fc.tuple(phrase, fc.constantFrom(...QUOTES)).map(([text, marks]) => `${marks[0]!}${text}${marks[1]!}`);
const cleanText = fc
  .array(
    fc.tuple(fc.oneof({ weight: 4, arbitrary: phrase }, { weight: 1, arbitrary: quoted }), fc.constantFrom(...SIGNS)),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.flat().join(''));

describe('repairing mojibake', () => {
  it('never changes clean text in any language', () => {
    fc.assert(
      fc.property(cleanText, (text) => {
        expect(repairMojibake(text)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it('restores misread text, or leaves it unchanged', () => {
    fc.assert(
      fc.property(cleanText, (text) => {
        const broken = misread(text);
        expect([text, broken]).toContain(repairMojibake(broken));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    'Développement d’une équipe – à Montréal',
    'Wir suchen für München: „Größe“',
    'Don’t miss this “opportunity”…',
    'Åsgard Subsea, descripción de prueba',
    'Przemysław, Žižek, Škoda',
    'Привет мир',
    '20 £ – 30 € • ½ day',
  ])('repairs %s', (text) => {
    expect(repairMojibake(misread(text))).toBe(text);
    expect(repairMojibake(misread(misread(text)))).toBe(text);
  });

  it.each([
    ['the company€™s growth', 'the company’s growth'],
    ['€¢ Friendly colleagues', '• Friendly colleagues'],
    ['at all €“ we can train you', 'at all – we can train you'],
    ['a €œcan do€\x9d attitude', 'a “can do” attitude'],
    ['first line.€¨The second', 'first line.\nThe second'],
  ])('repairs %s, whose first bytes are missing', (broken, text) => {
    expect(repairMojibake(broken)).toBe(text);
  });

  it.each(['„Spenden Sie 10 €“ hieß es', 'paid “in €” only', 'CAFÉ… MANHÃ… SÃO PAULO', '›10 €‹', 'ALEMÃ®'])(
    'leaves %s alone',
    (text) => {
      expect(repairMojibake(text)).toBe(text);
    },
  );
});
