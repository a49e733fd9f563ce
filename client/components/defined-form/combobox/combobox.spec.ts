import { matchingChoices } from './combobox';

const choices = [
  'Accounting and finance',
  'Care, nursing',
  'Ärztlicher Dienst',
  'Straßenbau',
  'Mœurs et société',
  'Financial aid',
  'Refinancing',
].map((text) => ({ text }));
const found = (typed: string): string[] => matchingChoices(choices, typed).map(({ text }) => text);

test.each([
  ['without a text, all are found, in their order', '', choices.map(({ text }) => text)],
  ['spaces alone are no text', '   ', choices.map(({ text }) => text)],
  [
    'matches at the beginning of a word come before matches inside a word',
    'FIN',
    ['Accounting and finance', 'Financial aid', 'Refinancing'],
  ],
  ['all words have to match, in any order', 'nurs car', ['Care, nursing']],
  ['accents may be missing', 'arzt', ['Ärztlicher Dienst']],
  ['accents may be typed', 'náncing', ['Refinancing']],
  ['ß matches ss', 'strassen', ['Straßenbau']],
  ['œ matches oe, and é matches e', 'moeurs societe', ['Mœurs et société']],
  ['special characters are not patterns', '.*', []],
  ['no choice contains all words', 'nursing aid', []],
])('%s', (_, typed, expected) => {
  expect(found(typed)).toEqual(expected);
});
