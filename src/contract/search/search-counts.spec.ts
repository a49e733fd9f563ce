import { countableWords, foldedWords, MAX_COUNTED_LENGTH } from './search-counts.js';

describe('words that are counted', () => {
  it.each([
    ['  Care   Assistant ', 'care assistant'],
    ['KRANKENPFLEGER', 'krankenpfleger'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['C++', 'c++'],
    ['ＣＯＯＫ', 'cook'],
    ['grade 4', 'grade 4'],
    ['24/7 support, 16-18', '24/7 support, 16-18'],
    ['ASP.NET node.js dev', 'asp.net node.js dev'],
  ])('%j are counted as %j', (typed, words) => {
    expect(countableWords(typed)).toBe(words);
    expect(countableWords(words)).toBe(words);
  });

  it.each([
    [''],
    ['   '],
    ['jane.doe@charity.test'],
    ['https://charity.test/jobs/1'],
    ['www.charity.test'],
    ['020 7946 0958'],
    ['jane doe＠charity.test'],
    ['charity.example.org'],
    ['shop.de/jobs'],
    ['12345'],
    ['１２３４５'],
    ['(030) 12 34'],
    ['+49 30 1'],
    ['0-2-0-7-9-4-6'],
    ['one two three four five six seven'],
    ['x'.repeat(MAX_COUNTED_LENGTH + 1)],
  ])('%j is not counted', (typed) => {
    expect(countableWords(typed)).toBeUndefined();
  });
});

it.each([
  ['infirmière', 'infirmiere'],
  ['büro für großküchen', 'buro fur grosskuchen'],
  ['c++', 'c++'],
])('%j is counted together with %j', (words, folded) => {
  expect(foldedWords(words)).toBe(folded);
});
