import { Thesaurus, type Concept, thesaurusSynonyms } from './thesaurus.js';

const CONCEPTS: Concept[] = [
  {
    id: 'nurse',
    kind: 'occupation',
    en: ['nurse', 'registered nurse', 'RN'],
    de: ['Pflegefachkraft'],
    fr: ['infirmier'],
  },
  {
    id: 'school-nurse',
    kind: 'occupation',
    broader: ['nurse'],
    en: ['school nurse'],
    de: ['Schulpfleger'],
    fr: ['infirmier scolaire'],
  },
  { id: 'hr', kind: 'skill', en: ['human resources', 'HR'], de: ['Personal'], fr: ['RH'] },
  {
    id: 'director',
    kind: 'occupation',
    en: ['executive director', 'ED'],
    de: ['Geschäftsführer'],
    fr: ['directeur général'],
  },
  { id: 'emergency', kind: 'cause', en: ['emergency department', 'ED'], de: ['Notaufnahme'], fr: ['urgences'] },
];
const synonyms = thesaurusSynonyms({ board: [['registered nurse', 'angel in white']] }, new Thesaurus(() => CONCEPTS));
const find = (text: string, language: string, site = 'other') =>
  synonyms.find(text.split(' '), language, site).map(({ start, end, labels }) => [start, end, labels]);

describe('synonyms of the thesaurus', () => {
  it('are the other labels, followed by those of narrower concepts', () => {
    expect(find('nurses', 'en')).toEqual([[0, 1, ['nurse', 'registered nurse', 'RN', 'school nurse']]]);
    expect(find('school nurse', 'en')).toEqual([[0, 2, []]]);
  });

  it('include all concepts that a word may mean', () => {
    expect(find('ed', 'en')).toEqual([[0, 1, ['executive director', 'emergency department']]]);
  });

  it('take the longest run of words', () => {
    expect(find('registered nurse leeds', 'en')[0]).toEqual([0, 2, ['nurse', 'RN', 'school nurse']]);
  });

  it('translate words typed in another language into that of the documents, if nothing else was typed', () => {
    expect(find('infirmiere', 'de')).toEqual([[0, 1, ['Pflegefachkraft', 'Schulpfleger']]]);
    expect(find('personal', 'en')).toEqual([[0, 1, ['human resources', 'HR']]]);
    expect(find('personal trainer', 'en')).toEqual([]);
  });

  it('omit short names that have another meaning in lower case', () => {
    expect(find('directeur general', 'en')).toEqual([[0, 2, ['executive director']]]);
  });

  it('are those of the site if it has its own', () => {
    expect(find('registered nurse', 'en', 'board')).toEqual([[0, 2, ['angel in white']]]);
  });
});
