const nonBreaking = '\u00a0';
const vowels = 'AEIOUYÂÀÉÈÊÎÔaeiouyâàéèêîô';

const quebec: readonly (readonly [RegExp, string])[] = [
  [/\be-mailing\b/g, 'envoi de courriels'],
  [/\be-mail\b/g, 'courriel'],
  [/\bweek-end/g, 'fin de semaine'],
  [/\bfins? de semaines\b/g, 'fins de semaine'],
  [/\bbaby-foot\b/g, 'soccer sur table'],
  [/\bau centime\b/g, 'au sou'],
];

/** Elision before a vowel and the narrow spaces that French sets before its double signs. */
export function typesetFrench(text: string, country: string): string {
  const local =
    country === 'CA' ? quebec.reduce((result, [pattern, word]) => result.replace(pattern, word), text) : text;
  return local
    .replace(new RegExp(`(?<!\\p{L})([Dd])e (?!onze|oui)(?=[${vowels}])`, 'gu'), '$1’')
    .replace(/« /g, `«${nonBreaking}`)
    .replace(/ »/g, `${nonBreaking}»`)
    .replace(/ ([:;?!])/g, `${nonBreaking}$1`)
    .replace(/(\d) (h|kg)\b/g, `$1${nonBreaking}$2`);
}
