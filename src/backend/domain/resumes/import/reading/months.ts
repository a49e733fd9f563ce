import { folded } from './folded.js';

/** Names of months in English, German and French, folded, with the ways they are cut short. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'janner', 'janvier', 'janv'],
  ['february', 'feb', 'februar', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'marz', 'maerz', 'mrz', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni', 'juin'],
  ['july', 'jul', 'juli', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sep', 'sept', 'septembre'],
  ['october', 'oct', 'okt', 'oktober', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'dez', 'dezember', 'decembre'],
];

const BY_NAME = new Map(NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** For regular expressions over folded text, the longest first. */
export const MONTH_NAMES = [...BY_NAME.keys()].sort((one, other) => other.length - one.length).join('|');

/** @returns 1 to 12; undefined for what is none */
export function monthOf(name: string): number | undefined {
  return BY_NAME.get(folded(name).replace(/\.$/, ''));
}
