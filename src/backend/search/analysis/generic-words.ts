/** Words for any job, by language: who looks for nurse jobs wants nurses, whether or not the advert says "job". Without accents. */
const GENERIC: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'job jobs work working vacancy vacancies position positions role roles career careers hiring opening openings opportunity opportunities'.split(
      ' ',
    ),
  ),
  de: new Set('job jobs arbeit arbeiten stelle stellen stellenangebot stellenangebote stellenanzeige beruf'.split(' ')),
  fr: new Set('job jobs emploi emplois offre offres poste postes travail travailler boulot'.split(' ')),
};

/** Whether a word says no more than that a job is meant. It need not be in what is found where another word is typed. */
export function isGeneric(language: string, word: string): boolean {
  return GENERIC[language]?.has(word) ?? false;
}
