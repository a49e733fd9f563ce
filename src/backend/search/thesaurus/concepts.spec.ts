import { labelWords, readConcepts, THESAURUS_LANGUAGES } from './thesaurus.js';

const CONCEPTS = readConcepts();
const IDS = new Set(CONCEPTS.map(({ id }) => id));
const MIN_WORD = 2;

describe('concepts of the thesaurus', () => {
  it('have unique and simple ids', () => {
    expect(IDS.size).toBe(CONCEPTS.length);
    expect([...IDS].filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('have a valid kind, and ISCO-08 codes only for occupations', () => {
    const kinds = ['occupation', 'skill', 'cause', 'qualification'];
    expect(CONCEPTS.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
    const coded = CONCEPTS.filter(({ isco }) => isco !== undefined);
    expect(coded.filter(({ kind, isco }) => kind !== 'occupation' || !/^\d{1,4}$/.test(isco!))).toEqual([]);
  });

  it('have existing broader concepts, and do not include themselves', () => {
    const broaderOf = new Map(CONCEPTS.map(({ id, broader = [] }) => [id, broader]));
    expect([...broaderOf.values()].flat().filter((id) => !IDS.has(id))).toEqual([]);
    for (const id of IDS) {
      const above = new Set(broaderOf.get(id));
      for (const each of above) for (const next of broaderOf.get(each) ?? []) above.add(next);
      expect(above).not.toContain(id);
    }
  });

  it.each(THESAURUS_LANGUAGES)('have unique labels in %s, none of them empty or a single letter', (language) => {
    for (const { id, [language]: labels } of CONCEPTS) {
      const keys = labels.map((label) => labelWords(label, '').join(' '));
      expect({ id, labels: labels.length > 0 }).toEqual({ id, labels: true });
      expect({ id, short: keys.filter((key) => key.length < MIN_WORD) }).toEqual({ id, short: [] });
      expect({ id, twice: keys.filter((key, at) => keys.indexOf(key) < at) }).toEqual({ id, twice: [] });
      expect({ id, untidy: labels.filter((label) => label !== label.trim() || /[|;]|\s\s/.test(label)) }).toEqual({
        id,
        untidy: [],
      });
    }
  });
});
