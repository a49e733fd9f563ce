import { matchingChoices } from './match-choices';

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
  ['nothing typed finds all, in their order', '', choices.map(({ text }) => text)],
  ['spaces are nothing', '   ', choices.map(({ text }) => text)],
  [
    'beginnings of words come before what is inside of words',
    'FIN',
    ['Accounting and finance', 'Financial aid', 'Refinancing'],
  ],
  ['all words count, in any order', 'nurs car', ['Care, nursing']],
  ['accents may be missing', 'arzt', ['Ärztlicher Dienst']],
  ['accents may be typed', 'náncing', ['Refinancing']],
  ['ß is ss', 'strassen', ['Straßenbau']],
  ['œ is oe, and é is e', 'moeurs societe', ['Mœurs et société']],
  ['signs are no patterns', '.*', []],
  ['nothing has all the words', 'nursing aid', []],
])('%s', (_, typed, expected) => {
  expect(found(typed)).toEqual(expected);
});
