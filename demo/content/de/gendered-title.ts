/** Words that have the ending of a masculine form but must not be changed. */
const UNCHANGED = new Set(['Lager', 'Researcher', 'Personal']);
const IRREGULAR: Readonly<Record<string, string>> = {
  Koch: 'Köchin',
  Beikoch: 'Beiköchin',
  Syndikusrechtsanwalt: 'Syndikusrechtsanwältin',
  Vorstand: 'Vorständin',
  Auszubildender: 'Auszubildende',
  Rechtsanwaltsfachangestellter: 'Rechtsanwaltsfachangestellte',
};
const ADJECTIVES = /^(Leitend|Psychosozial|Persönlich|Wissenschaftlich|Hauptamtlich)er$/;
const PERSON = /(?:er|or|ist|yst|ent|ant|eut|är|eur)$/;
const SCHOLAR = /(?:og|äd)e$/;

/** Titles are given in the masculine form; a woman's resume uses the feminine one. Titles such as `Leitung` have a single form. */
export function germanTitleOf(title: string, woman: boolean): string {
  return woman ? title.replace(/[\p{Lu}][\p{L}-]*/gu, feminine) : title;
}

function feminine(word: string): string {
  if (UNCHANGED.has(word)) return word;
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  const [, adjective] = ADJECTIVES.exec(word) ?? [];
  if (adjective !== undefined) return `${adjective}e`;
  if (SCHOLAR.test(word)) return `${word.slice(0, -1)}in`;
  return PERSON.test(word) ? `${word}in` : word;
}
