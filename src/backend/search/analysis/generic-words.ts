/** Words for any job, by language, without accents: a search for "nurse jobs" should also find adverts without the word "job". */
const GENERIC: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'job jobs work working vacancy vacancies position positions role roles career careers hiring opening openings opportunity opportunities'.split(
      ' ',
    ),
  ),
  de: new Set('job jobs arbeit arbeiten stelle stellen stellenangebot stellenangebote stellenanzeige beruf'.split(' ')),
  fr: new Set('job jobs emploi emplois offre offres poste postes travail travailler boulot'.split(' ')),
};

/** Whether a word only means "job". If other words are typed, hits need not contain it. */
export function isGeneric(language: string, word: string): boolean {
  return GENERIC[language]?.has(word) ?? false;
}
