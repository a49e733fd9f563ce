import { compounds, tokenise } from './tokens.js';

const words = (text: string, language = 'en') => tokenise(text, language).map(({ word }) => word);

describe('tokenise', () => {
  it.each([
    ['Registered Nurse (RN)', 'en', ['registered', 'nurse', 'rn']],
    ['C++, C# and R&D', 'en', ['cplusplus', 'csharp', 'and', 'r', 'd']],
    ['the children’s hospital', 'en', ['the', 'children', 'hospital']],
    ['L’équipe des bénévoles', 'fr', ['l', 'equipe', 'des', 'benevoles']],
    ['Bürokräfte, Straße, Café', 'de', ['bürokräfte', 'straße', 'cafe']],
    ['Œuvre Ærø Łódź', 'fr', ['oeuvre', 'aero', 'lodz']],
    ['IT support: is it?', 'en', ['informationtechnology', 'support', 'is', 'it']],
    ['#!,.;', 'en', []],
  ])('splits %s', (text, language, expected) => {
    expect(words(text, language)).toEqual(expected);
  });

  it('returns the position of a word in the original text', () => {
    const text = 'Für Élodie';
    expect(tokenise(text, 'de').map(({ start, end }) => text.slice(start, end))).toEqual(['Für', 'Élodie']);
  });

  it('joins hyphenated words', () => {
    const text = 'well-being and part-time';
    expect(compounds(text, tokenise(text, 'en'))).toEqual(['wellbeing', 'parttime']);
  });
});
