import { gradeOf } from './grade.mjs';

const NOW = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;
const set = {
  needs: { nurse: { nurse: 3, 'nurse-manager': 2, '@nursing': 1 }, any: { '*': 3 } },
  groups: new Map([
    ['nurse', 'nursing'],
    ['nurse-manager', 'nursing'],
    ['nursing-assistant', 'nursing'],
    ['cook', 'kitchen'],
  ]),
};
const nurse = { need: 'nurse', language: 'en' };
const any = { need: 'any', language: 'en' };

function grade(query, facts) {
  const document = {
    concepts: ['nurse'],
    language: 'en',
    employmentTypes: ['full-time'],
    causes: ['health'],
    publishedAt: NOW,
  };
  return gradeOf(query, { ...document, ...facts }, set, NOW);
}

describe('the grade of a document', () => {
  it('is that of its best concept, or of the group', () => {
    expect(grade(nurse, {})).toBe(3);
    expect(grade(nurse, { concepts: ['cook', 'nurse-manager'] })).toBe(2);
    expect(grade(nurse, { concepts: ['nursing-assistant'] })).toBe(1);
    expect(grade(nurse, { concepts: ['cook'] })).toBe(0);
  });

  it('is lowered by two for each unmet condition', () => {
    const partTime = { ...nurse, employmentTypes: ['part-time'] };
    expect(grade(partTime, { employmentTypes: ['contract', 'part-time'] })).toBe(3);
    expect(grade(partTime, {})).toBe(1);
    expect(grade(partTime, { concepts: ['nurse-manager'] })).toBe(0);
    expect(grade({ ...partTime, cities: ['London'] }, { city: 'Leeds' })).toBe(0);
  });

  it('is lowered by one for another language, unless the query mixes languages or asks for it', () => {
    expect(grade(nurse, { language: 'de' })).toBe(2);
    expect(grade({ ...nurse, anyLanguage: true }, { language: 'de' })).toBe(3);
    expect(grade({ ...nurse, languages: ['de'] }, { language: 'de' })).toBe(3);
    expect(grade({ ...nurse, languages: ['de'] }, {})).toBe(1);
  });

  it('is zero if the query has only conditions and one is not met', () => {
    expect(grade({ ...any, causes: ['health'] }, {})).toBe(3);
    expect(grade({ ...any, causes: ['faith'] }, {})).toBe(0);
  });

  it('compares pay in its currency, and age in days', () => {
    const asked = { ...any, pay: { atLeast: 40_000, currency: 'GBP' } };
    expect(grade(asked, { pay: { yearly: 40_000, currency: 'GBP' } })).toBe(3);
    expect(grade(asked, { pay: { yearly: 39_999, currency: 'GBP' } })).toBe(0);
    expect(grade(asked, { pay: { yearly: 50_000, currency: 'EUR' } })).toBe(0);
    expect(grade(asked, {})).toBe(0);
    expect(grade({ ...any, maxDays: 1 }, { publishedAt: NOW - DAY_MS })).toBe(3);
    expect(grade({ ...any, maxDays: 1 }, { publishedAt: NOW - DAY_MS - 1 })).toBe(0);
  });
});
