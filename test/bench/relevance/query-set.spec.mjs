import { generateDemoData } from '../../../demo/generate.js';
import { packs } from '../../../demo/plans.js';
import { CONDITIONS, gradeOf } from './grade.mjs';
import { judgedDocuments, labelledAdvertisements, SITES, WITHOUT_TEXT } from './documents.mjs';
import { hasAnswer } from './metrics.mjs';
import { LANGUAGES, readQuerySet, splitOf } from './query-set.mjs';
import { readTitles } from './title-concepts.mjs';

const MIN_QUERIES = { en: 180, de: 110, fr: 110 };
const MIN_CONCEPTS = 120;
const ADVERTISEMENTS = 518;
const KINDS = [
  'abbreviation',
  'cause',
  'contract',
  'date',
  'job kind',
  'misspelling',
  'mixed-language',
  'occupation',
  'pay',
  'place',
  'skill',
  'task',
  'title',
];
const FIELDS = [
  'text',
  'where',
  'need',
  'language',
  'locale',
  'site',
  'kind',
  'split',
  'weak',
  'anyLanguage',
  ...CONDITIONS,
];
const NOW = new Date('2026-11-25T12:00:00Z');

const set = readQuerySet();
const { queries, needs, groups } = set;
const documents = judgedDocuments({ generateDemoData, packs }, NOW);
const nameOf = ({ site, locale, text, where = '' }) => [site, locale, text.toLowerCase(), where].join(' | ');

describe('the judged queries', () => {
  it('are numerous enough in each language and of each kind', () => {
    for (const language of LANGUAGES) {
      const mine = queries.filter((query) => query.language === language);
      expect(mine.length).toBeGreaterThanOrEqual(MIN_QUERIES[language]);
      expect([...new Set(mine.map(({ kind }) => kind))].sort()).toEqual(KINDS);
    }
    expect(queries.filter(({ weak }) => weak).length).toBeGreaterThanOrEqual(20);
  });

  it('have a third that is held out, in each language', () => {
    for (const language of LANGUAGES) {
      const mine = queries.filter((query) => query.language === language);
      const share = mine.filter(({ split }) => split === 'held-out').length / mine.length;
      expect(share).toBeGreaterThan(0.25);
      expect(share).toBeLessThan(0.41);
    }
  });

  it('belong to the same part on every site', () => {
    expect(splitOf(' Nurse ')).toBe(splitOf('nurse'));
    expect(new Set(['nurse', 'cook', 'driver', 'teacher', 'lawyer'].map((text) => splitOf(text))).size).toBe(2);
  });

  it('are never held out if they are known to be weak', () => {
    const weak = queries.filter((query) => query.weak);
    expect(weak.map(({ split }) => split)).toEqual(weak.map(() => 'tune'));
    // Some of them would be held out because of their texts.
    expect(weak.filter(({ text }) => splitOf(text) === 'held-out')).not.toEqual([]);
    const elsewhere = queries.filter(({ text }) => weak.some((query) => query.text === text));
    expect(elsewhere.length).toBeGreaterThan(weak.length);
    expect(elsewhere.filter(({ split }) => split !== 'tune')).toEqual([]);
  });

  it('are unique', () => {
    const names = queries.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('refer only to existing sites, needs and conditions', () => {
    for (const query of queries) {
      expect(Object.keys(SITES)).toContain(query.site);
      expect(Object.keys(needs)).toContain(query.need);
      expect(Object.keys(query).filter((field) => !FIELDS.includes(field))).toEqual([]);
    }
    const asked = new Set(queries.map(({ need }) => need));
    expect(Object.keys(needs).filter((need) => !asked.has(need))).toEqual([]);
  });

  it('have at least one good document each', () => {
    const without = queries.filter((query) => {
      const grades = documents.get(query.site).map((document) => gradeOf(query, document, set, NOW.getTime()));
      return !hasAnswer(grades);
    });
    expect(without.map(nameOf)).toEqual([]);
  });
});

describe('the concepts', () => {
  it('are the same as those with grades in needs', () => {
    expect(groups.size).toBeGreaterThanOrEqual(MIN_CONCEPTS);
    const known = new Set(['*', ...groups.keys(), ...[...groups.values()].map((group) => `@${group}`)]);
    const graded = Object.values(needs).flatMap((need) => Object.keys(need));
    expect(graded.filter((name) => !known.has(name))).toEqual([]);
    for (const grade of Object.values(needs).flatMap((need) => Object.values(need))) expect([1, 2, 3]).toContain(grade);
  });

  it('cover every title of the demo data exactly once', () => {
    const titles = readTitles();
    for (const language of LANGUAGES) {
      const occupations = packs[language].occupations;
      expect(Object.keys(titles[language]).sort()).toEqual(Object.keys(occupations).sort());
      for (const [text, concepts] of Object.entries(titles[language])) {
        const { junior, mid, senior } = occupations[text];
        expect(Object.values(concepts).flat().sort()).toEqual([...junior, ...mid, ...senior].sort());
        expect(Object.keys(concepts).filter((concept) => !groups.has(concept))).toEqual([]);
      }
    }
  });

  it('are assigned to each advert, one to three', () => {
    const searched = documents.get('default').filter(({ key }) => key.startsWith('ad:'));
    const refused = labelledAdvertisements(WITHOUT_TEXT);
    const ids = [...searched.map(({ key }) => key.slice('ad:'.length)), ...refused.map(({ id }) => id)];
    expect(new Set(ids).size).toBe(ADVERTISEMENTS);
    expect(ids).toHaveLength(ADVERTISEMENTS);
    const labels = [...searched.map(({ concepts }) => concepts), ...refused.map(({ concepts }) => concepts.split(' '))];
    for (const concepts of labels) {
      expect(concepts.length).toBeGreaterThan(0);
      expect(concepts.length).toBeLessThanOrEqual(3);
      expect(concepts.filter((concept) => !groups.has(concept))).toEqual([]);
    }
  });

  it('are found in the documents of every site', () => {
    for (const site of Object.keys(SITES)) expect(documents.get(site).length).toBeGreaterThan(1000);
  });
});
