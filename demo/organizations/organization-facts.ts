import type { CauseText } from '../content/text-shapes.js';
import { fillTemplate, type TemplateValues } from '../fill-template.js';
import type { LanguagePack } from '../language-pack.js';
import type { Place } from '../places/place.js';
import type { Random } from '../random.js';

export function slugOf(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\u0300-\u036f’.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns a name that no other organization has, in its spoken form: without a legal form. */
export function inventName(
  pack: LanguagePack,
  cause: CauseText,
  place: Place,
  random: Random,
  taken: Set<string>,
): string {
  const pools = pack.namePools(place.country);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const pattern = random.pick(cause.names);
    const filled = fillTemplate(pattern, {
      place: random.pick(pools.places),
      surname: random.pick(pools.surnames),
      saint: random.pick(pools.saints),
      city: place.city,
    });
    const name = pack.typeset(pack.localize(filled, place.country));
    const identity = slugOf(name);
    if (taken.has(identity)) continue;
    taken.add(identity);
    return name;
  }
  throw new Error('Ran out of organization names');
}

// Causes in which some organizations are a century older than in others.
const oldCauses = new Set([
  'faith',
  'seniors',
  'health',
  'arts-and-culture',
  'education',
  'science-and-research',
  'sports-and-recreation',
  'children-and-youth',
]);

export function inventFoundedYear(industry: string, thisYear: number, random: Random): number {
  if (oldCauses.has(industry) && random.chance(0.3)) return random.integer(1891, 1958);
  return random.integer(oldCauses.has(industry) ? 1960 : 1974, thisYear - 6);
}

export interface FactBasis {
  pack: LanguagePack;
  place: Place;
  name: string;
  mission: string;
  founded: number;
  staff: number;
  thisYear: number;
}

/** Facts that all texts about one organization share. */
export function inventFacts(basis: FactBasis, random: Random): TemplateValues {
  const { pack, place, name, founded, staff, thisYear } = basis;
  const { country } = place;
  const pools = pack.namePools(country);
  const format = (value: number): string => pack.formatNumber(value, country);
  const mission = basis.mission.replace(/\.$/, '');
  return {
    ...pack.inflect({ title: '', city: place.city, organization: name }),
    org: name,
    home: place.city,
    city: place.city,
    mission,
    missionInside: mission.charAt(0).toLowerCase() + mission.slice(1),
    founded: String(founded),
    years: String(Math.max(5, Math.floor((thisYear - founded) / 5) * 5)),
    ordinalYear: pack.formatOrdinal(thisYear - founded + 1),
    founder: `${random.pick(pools.founders)} ${random.pick(pools.surnames)}`,
    few: pack.numberWord(random.integer(3, staff < 50 ? 4 : 7)),
    dozens: format(random.pick([20, 25, 30, 35, 40, 45, 60])),
    hundreds: format(random.pick([120, 150, 180, 200, 240, 260, 300, 350, 400, 450, 600])),
    thousands: format(random.pick([1200, 1500, 1800, 2300, 2600, 3000, 3400, 4000, 4500, 5200, 6000, 7500, 9000])),
    staff: format(staff),
  };
}
