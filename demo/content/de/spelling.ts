type Replacement = readonly [pattern: RegExp, replacement: string];

// The texts are written for Germany; Austria and Switzerland use other words for some things, and have other benefits.
const austrian: readonly Replacement[] = [
  [/\bAufstockung des Elterngeldes\b/g, 'Aufstockung des Kinderbetreuungsgeldes'],
  [/\bJobticket\b/g, 'Klimaticket'],
  [/\bJanuar\b/g, 'Jänner'],
];
const swiss: readonly Replacement[] = [
  [/\bAufstockung des Elterngeldes\b/g, 'Aufstockung der Elternentschädigung'],
  [/\bZuschuss zum Jobticket\b/g, 'Beitrag ans ÖV-Abonnement'],
  [/\bFührerschein\b/g, 'Führerausweis'],
  [/\bBahnhofsmission\b/g, 'Bahnhofhilfe'],
  [/ß/g, 'ss'],
];

const spellings: Readonly<Record<string, readonly Replacement[]>> = { AT: austrian, CH: swiss };

export function spellGerman(text: string, country: string): string {
  return (spellings[country] ?? []).reduce((spelled, [pattern, word]) => spelled.replace(pattern, word), text);
}
