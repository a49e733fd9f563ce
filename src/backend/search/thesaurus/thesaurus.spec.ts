import { Thesaurus, type Concept } from './thesaurus.js';

const concept = (id: string, labels: Partial<Concept>): Concept => ({
  id,
  kind: 'occupation',
  en: [],
  de: [],
  fr: [],
  ...labels,
});

const SMALL = new Thesaurus(() => [
  concept('care', { en: ['nursing and care'], de: ['Pflege'], fr: ['soins'] }),
  concept('nurse', { broader: ['care'], en: ['nurse', 'RN'], de: ['Krankenschwester', 'Pfleger'], fr: ['infirmier'] }),
  concept('school-nurse', {
    broader: ['nurse'],
    en: ['school nurse'],
    de: ['Schulpfleger'],
    fr: ['infirmier scolaire'],
  }),
  concept('director', { en: ['executive director', 'ED'], de: ['Geschäftsführer'], fr: ['directeur général'] }),
  concept('emergency', { kind: 'skill', en: ['emergency department', 'ED'], de: ['Notaufnahme'], fr: ['urgences'] }),
]);

const idsIn = (text: string, language: string, thesaurus = SMALL): string[] =>
  thesaurus.conceptsIn(text.split(' '), language).map((match) => match.concept.id);

describe('Thesaurus', () => {
  it('finds concepts by labels, longest first, with their positions', () => {
    const [first, second, ...others] = SMALL.conceptsIn(['a', 'School', 'nurse', 'wanted'], 'en');
    expect(first).toMatchObject({
      concept: { id: 'school-nurse' },
      start: 1,
      end: 3,
      label: 'school nurse',
      viaLanguage: 'en',
    });
    expect(second).toMatchObject({ concept: { id: 'nurse' }, start: 2, end: 3 });
    expect(others).toEqual([]);
  });

  it('ignores case, accents, hyphens, plurals and regular feminine forms', () => {
    expect(idsIn('school-nurses', 'en')).toContain('school-nurse');
    expect(idsIn('GESCHAFTSFUHRER', 'de')).toEqual(['director']);
    expect(idsIn('Geschäftsführerinnen', 'de')).toEqual(['director']);
    expect(idsIn('infirmières', 'fr')).toEqual(['nurse']);
    expect(idsIn('directrice générale', 'fr')).toEqual(['director']);
  });

  it('finds labels of other languages after those of the given one', () => {
    expect(SMALL.conceptsIn(['Krankenschwester'], 'en')).toMatchObject([
      { concept: { id: 'nurse' }, viaLanguage: 'de' },
    ]);
    expect(SMALL.conceptsIn(['Pflege', 'nurse'], 'de-AT').map(({ viaLanguage }) => viaLanguage)).toEqual(['de', 'en']);
  });

  it('returns all concepts of an ambiguous label', () => {
    expect(idsIn('ED', 'en')).toEqual(['director', 'emergency']);
  });

  it('does not match labels across an empty word', () => {
    expect(idsIn('school  nurse', 'en')).toEqual(['nurse']);
  });

  it('returns labels with the preferred one first', () => {
    expect(SMALL.labelsOf('nurse', 'de')).toEqual(['Krankenschwester', 'Pfleger']);
    expect(SMALL.labelsOf('nurse', 'fr-CA')).toEqual(['infirmier']);
    expect(SMALL.labelsOf('nurse', 'it')).toEqual([]);
    expect(SMALL.labelsOf('nobody', 'en')).toEqual([]);
  });

  it('returns all narrower concepts, nearest first, and terminates if concepts include each other', () => {
    expect(SMALL.narrowerOf('care')).toEqual(['nurse', 'school-nurse']);
    expect(SMALL.narrowerOf('school-nurse')).toEqual([]);
    const loop = new Thesaurus(() => [concept('a', { broader: ['b'] }), concept('b', { broader: ['a'] })]);
    expect(loop.narrowerOf('a')).toEqual(['b']);
  });

  it('reads its concepts once, on first use', () => {
    let times = 0;
    const thesaurus = new Thesaurus(() => (times++, []));
    expect(times).toBe(0);
    thesaurus.conceptsIn(['nurse'], 'en');
    thesaurus.labelsOf('nurse', 'en');
    expect(times).toBe(1);
  });

  it('checks only runs of words up to the length of the longest label', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? 'nurse' : 'school'));
    const start = performance.now();
    expect(SMALL.conceptsIn(words, 'en')).toHaveLength(10_000);
    // Checking all runs of words would take fifty million steps.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('the maintained concepts', () => {
  const thesaurus = new Thesaurus();

  it.each([
    ['Krankenschwester', 'de', 'nurse'],
    ['CFO', 'en', 'cfo'],
    ['DAF', 'fr', 'cfo'],
    ['M&E', 'en', 'monitoring-evaluation'],
    ['PSW', 'en', 'personal-support-worker'],
    ['Erzieherin', 'de', 'early-childhood-educator'],
    ['éducatrice de jeunes enfants', 'fr', 'early-childhood-educator'],
    ['assistante sociale', 'fr', 'social-worker'],
    ['HR', 'en', 'hr-field'],
    ['ATSEM', 'fr', 'nursery-school-assistant'],
    ['Lehrer', 'en', 'teacher'],
    ['sage-femme', 'fr', 'midwife'],
    ['Kauffrau für Büromanagement', 'de', 'administrative-assistant'],
    ['truck drivers', 'en', 'truck-driver'],
    ['C++', 'en', 'cplusplus'],
    ['Geflüchtete', 'de', 'refugees'],
    ['permis B', 'fr', 'driving-licence'],
  ])('include %s (%s) as %s', (text, language, id) => {
    expect(idsIn(text, language, thesaurus)).toContain(id);
  });

  it.each([
    'manager',
    'officer',
    'assistant',
    'coordinator',
    'Referent',
    'Mitarbeiter',
    'chargé',
    'responsable',
    'account',
  ])('do not include %s, which is too general', (word) => {
    expect(idsIn(word, 'en', thesaurus)).toEqual([]);
  });
});
