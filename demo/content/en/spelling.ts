type Replacement = readonly [pattern: RegExp, replacement: string];

// The texts are written with British vocabulary and -ize endings, and then converted to the spelling of each country.
const british: readonly Replacement[] = [
  [/\b([Oo]rgani|[Rr]ecogni|[Ii]mmuni|[Rr]evitali|[Ss]peciali|[Vv]isuali)z/g, '$1s'],
  [/\bParental Leave Cover\b/g, 'Maternity Cover'],
  [/\bracialized and Indigenous people\b/g, 'people from minority ethnic backgrounds'],
  [/\b2SLGBTQ\+/g, 'LGBTQ+'],
  [/\bsoccer\b/g, 'football'],
];
const canadian: readonly Replacement[] = [
  [/(?<!\{)\b([Pp]rogram)me/g, '$1'],
  [/\bCV(s?)\b/g, 'resume$1'],
  [/\b(a|weekly|fair|on-call|support) rota\b/g, '$1 schedule'],
  [/\brotas\b/g, 'schedules'],
  [/\brota\b/g, 'schedule'],
  [/\bannual leave\b/g, 'vacation'],
  [/\blorry\b/g, 'truck'],
  [/\bnappies\b/g, 'diapers'],
  [/\bprams\b/g, 'strollers'],
  [/\bcourgettes\b/g, 'zucchini'],
  [/\bflats\b/g, 'apartments'],
  [/\ba flat of one’s own\b/g, 'a place of one’s own'],
  [/\btower blocks\b/g, 'high-rises'],
  [/\bpavements\b/g, 'sidewalks'],
  [/\bhigh street\b/g, 'main street'],
  [/\btill\b(?= at| and|,|$)/g, 'cash register'],
  [/\bfootball\b/g, 'soccer'],
  [/\bdirect debits\b/g, 'monthly gifts'],
  [/\bcash up\b/gi, 'Close out'],
  [/\bRing\b/g, 'Call'],
  [/\bring\b(?= us)/g, 'call'],
];
const american: readonly Replacement[] = [
  ...canadian,
  [/\bracialized and Indigenous people\b/g, 'people of color'],
  [/\b2SLGBTQ\+/g, 'LGBTQ+'],
  [/\b([Cc])entre/g, '$1enter'],
  [/\b([Cc])ounsell/g, '$1ounsel'],
  [/\b([Cc]olo|[Nn]eighbo|[Hh]arbo|[Hh]umo|[Ff]avo|[Ll]abo|[Bb]ehavio)u(r)/g, '$1$2'],
  [/\blicence/g, 'license'],
  [/\bpractise/g, 'practice'],
  [/\bPaediatric/g, 'Pediatric'],
  [/\bpaediatric/g, 'pediatric'],
  [/\bcheque/g, 'check'],
  [/\bageing\b/g, 'aging'],
  [/\bper cent\b/g, 'percent'],
];

const spellings: Readonly<Record<string, readonly Replacement[]>> = {
  CA: canadian,
  US: american,
  GB: british,
  IE: british,
  KE: british,
};

export function spellEnglish(text: string, country: string): string {
  return (spellings[country] ?? []).reduce(
    (spelled, [pattern, replacement]) => spelled.replace(pattern, replacement),
    text,
  );
}
