const nonBreaking = '\u00a0';
const vowels = 'AEIOUYÂÀÉÈÊÎÔaeiouyâàéèêîô';

const quebec: readonly (readonly [RegExp, string])[] = [
  [/\be-mailing\b/g, 'envoi de courriels'],
  [/\be-mail\b/g, 'courriel'],
  [/\bweek-end/g, 'fin de semaine'],
  [/\bfins? de semaines\b/g, 'fins de semaine'],
  [/\bbaby-foot\b/g, 'soccer sur table'],
  [/\bau centime\b/g, 'au sou'],
  [/\bUne (?:complémentaire santé|assurance santé complémentaire)/g, 'Une assurance collective'],
  [/\bcongés\b/g, 'vacances'],
];

export function localizeFrench(text: string, country: string): string {
  return country === 'CA' ? quebec.reduce((result, [pattern, word]) => result.replace(pattern, word), text) : text;
}

const elidingDe = new RegExp(`(?<!\\p{L})([Dd])e (?!onze|oui)(?=[${vowels}])`, 'gu');

/** Elision before a vowel and the hard spaces that French sets before its double signs. */
export function typesetFrench(text: string): string {
  return text
    .replace(elidingDe, '$1’')
    .replaceAll('« ', `«${nonBreaking}`)
    .replaceAll(' »', `${nonBreaking}»`)
    .replaceAll(':</strong>', `${nonBreaking}:</strong>`)
    .replace(/ ([:;?!])/g, `${nonBreaking}$1`)
    .replace(/(\d) (h|kg)\b/g, `$1${nonBreaking}$2`);
}
