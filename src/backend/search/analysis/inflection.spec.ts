import { foldWord } from './tokens.js';
import { stemInflection } from './inflection.js';

const stem = (language: string, word: string): string => stemInflection(language, foldWord(word, language));

/** Forms of the same word, which must have the same stem. */
const SAME: Record<string, string[][]> = {
  en: [
    ['nurse', 'nurses'],
    ['charity', 'charities'],
    ['child', 'children'],
    ['woman', 'women'],
    ['cookie', 'cookies'],
    ['coach', 'coaches'],
    ['class', 'classes'],
    ['business', 'businesses'],
    ['programme', 'program', 'programs', 'programmes'],
    ['organisation', 'organizations'],
    ['counsellor', 'counselors'],
    ['paediatric', 'pediatric'],
    ['analysis', 'analyses'],
  ],
  de: [
    ['Pflegekraft', 'Pflegekräfte', 'Pflegekräften'],
    ['Lehrer', 'Lehrerin', 'Lehrerinnen', 'Lehrern', 'Lehrers'],
    ['Erzieher', 'Erzieherin', 'Erzieherinnen'],
    ['Sozialarbeiter', 'Sozialarbeiterin'],
    ['Psychologe', 'Psychologin', 'Psychologen'],
    ['Praktikant', 'Praktikantin', 'Praktikanten'],
    ['Arzt', 'Ärztin', 'Ärzte', 'Aerzte'],
    ['Koch', 'Köche', 'Köchin'],
    ['Kind', 'Kinder', 'Kindern'],
    ['Krankenhaus', 'Krankenhäuser', 'Krankenhauses'],
    ['Stelle', 'Stellen'],
    ['Leitung', 'Leitungen'],
    ['sozial', 'soziale', 'sozialer', 'soziales', 'sozialen'],
    ['Büro', 'Büros', 'Buero'],
    ['Job', 'Jobs'],
    ['Straße', 'Strassen'],
  ],
  fr: [
    ['infirmier', 'infirmière', 'infirmières', 'infirmiers'],
    ['directeur', 'directrice', 'directeurs'],
    ['vendeur', 'vendeuse', 'vendeuses'],
    ['éducateur', 'éducatrice', 'educateur'],
    ['assistant', 'assistante', 'assistantes'],
    ['employé', 'employée', 'employés', 'employe'],
    ['bénévole', 'bénévoles', 'benevole'],
    ['social', 'sociaux', 'sociale', 'sociales'],
    ['travail', 'travaux'],
    ['hôpital', 'hôpitaux'],
    ['professionnel', 'professionnelle', 'professionnelles'],
    ['chef', 'cheffe'],
    ['musicien', 'musicienne'],
    ['sportif', 'sportive', 'sportifs'],
  ],
};

/** Different words for which the Snowball stemmers return the same stem. */
const DIFFERENT: Record<string, [string, string][]> = {
  en: [
    ['accountant', 'account'],
    ['executive', 'execution'],
    ['developer', 'development'],
    ['environment', 'environmental'],
    ['nurse', 'nursing'],
    ['news', 'new'],
    ['university', 'universe'],
  ],
  de: [
    ['Lehrer', 'Lehre'],
    ['Pfleger', 'Pflege'],
    ['Berlin', 'Berl'],
    ['Leiter', 'Leitung'],
  ],
  fr: [
    ['comptable', 'compte'],
    ['formateur', 'formation'],
    ['cuisinier', 'cuisine'],
  ],
};

describe('inflection', () => {
  it.each(Object.entries(SAME).flatMap(([language, words]) => words.map((forms) => [language, forms] as const)))(
    'is removed in %s: %j',
    (language, forms) => {
      expect([...new Set(forms.map((form) => stem(language, form)))]).toHaveLength(1);
    },
  );

  it.each(Object.entries(DIFFERENT).flatMap(([language, pairs]) => pairs.map(([a, b]) => [language, a, b] as const)))(
    'keeps derived words different in %s: %s, %s',
    (language, one, other) => {
      expect(stem(language, one)).not.toBe(stem(language, other));
    },
  );

  it('returns a word for words that are properties of every object', () => {
    for (const language of ['en', 'de', 'fr'])
      for (const name of Object.getOwnPropertyNames(Object.prototype))
        for (const word of [name, `${name}s`]) expect(typeof stem(language, word.toLowerCase())).toBe('string');
    expect(stem('en', 'constructors')).toBe('constructor');
  });

  it('never returns an empty stem, and accepts any word in any language', () => {
    for (const language of ['en', 'de', 'fr', 'xx'])
      for (const word of ['a', 'as', 'der', 'été', 'ies', 'innen', 'aux', 'ee', 'eee', 'x', 'ß', 'ᾳ', '4', 'c++'])
        expect(stem(language, word)).not.toBe('');
  });
});
