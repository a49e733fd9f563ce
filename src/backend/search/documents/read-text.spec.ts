import { Random } from '../../demo/random.js';
import { tokenise } from '../text/tokens.js';
import { firstLetter, ReadText } from './read-text.js';

const PIECES = [
  'IT',
  'it',
  "charity's",
  '’s',
  'C++',
  'C#',
  'part-time',
  'Öffentlichkeit',
  'été',
  'straße',
  '&',
  ' ',
  ' ',
  ' ',
  '\n',
  '7',
  'é',
  '\u0301',
  'œuvre',
  'x'.repeat(70),
  '😀',
  'a',
  'S',
  '-',
  "'",
];

test.each(['en', 'de', 'fr'])('finds the words that reading the whole text finds (%s)', (language) => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const text = Array.from({ length: 20 }, () => random.pick(PIECES)).join('');
    const all = tokenise(text, language);
    const letters = new Set(all.filter(() => random.chance(0.3)).map(({ word }) => firstLetter(word)));
    const found = new ReadText(1, language, text).wordsBeginningWith(letters);
    expect({ seed, text, found }).toEqual({
      seed,
      text,
      found: all.filter(({ word }) => letters.has(firstLetter(word))),
    });
  }
});
