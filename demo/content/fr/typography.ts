const nonBreaking = '\u00a0';
const vowels = 'AEIOUYÂÀÉÈÊÎÔaeiouyâàéèêîô';

const quebec: readonly (readonly [RegExp, string])[] = [
  [/\be-mailing\b/g, 'envoi de courriels'],
  [/\be-mail\b/g, 'courriel'],
  [/\bun week-end\b/g, 'une fin de semaine'],
  [/\btout une fin/g, 'toute une fin'],
  [/\bcertains week-ends\b/g, 'certaines fins de semaine'],
  [/\bQuelques week-ends, répartis\b/g, 'Quelques fins de semaine, réparties'],
  [/\bweek-ends\b/g, 'fins de semaine'],
  [/\bweek-end\b/g, 'fin de semaine'],
  [/\bbaby-foot\b/g, 'soccer sur table'],
  [/\bau centime\b/g, 'au sou'],
  [/\bKinésithérapeute\b/g, 'Physiothérapeute'],
  [/\bun bailleur\b/g, 'un propriétaire'],
  [/\bMaraude\b/g, 'Travail de rue'],
  [/\béquipe maraude\b/g, 'équipe en travail de rue'],
  [/\bUne (?:complémentaire santé|assurance santé complémentaire)/g, 'Une assurance collective'],
  [/\bsemaines de congés\b/g, 'semaines de vacances'],
];

export function localizeFrench(text: string, country: string): string {
  return country === 'CA' ? quebec.reduce((result, [pattern, word]) => result.replace(pattern, word), text) : text;
}

const elidingDe = new RegExp(`(?<!\\p{L})([Dd])e (?!onze|oui)(?=[${vowels}])`, 'gu');

/** Elides `de` before a vowel, and sets the non-breaking spaces that French typography requires, for example before colons. */
export function typesetFrench(text: string): string {
  return text
    .replace(elidingDe, '$1’')
    .replaceAll('« ', `«${nonBreaking}`)
    .replaceAll(' »', `${nonBreaking}»`)
    .replaceAll(':</strong>', `${nonBreaking}:</strong>`)
    .replace(/ ([:;?!])/g, `${nonBreaking}$1`)
    .replace(/(\d) (h|kg)\b/g, `$1${nonBreaking}$2`);
}
