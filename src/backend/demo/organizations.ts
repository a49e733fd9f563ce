import { vocabularies } from '../taxonomy/vocabularies.js';
import type { CauseText } from './content/text-shapes.js';
import type { DemoOrganization } from './demo-data.js';
import { escapeHtml, fillTemplate, placeholdersIn, type TemplateValues } from './fill-template.js';
import type { LanguagePack, TitleStyle } from './language-pack.js';
import { addressIn } from './places/address.js';
import type { Place } from './places/place.js';
import { Random, seedFrom } from './random.js';

/** An organization together with what its adverts need to know about it. */
export interface OrganizationDraft {
  organization: DemoOrganization;
  pack: LanguagePack;
  cause: CauseText;
  place: Place;
  facts: TemplateValues;
  titleStyle: TitleStyle;
  voice: number;
  layout: number;
  /** How many of all adverts are theirs, relative to the others. */
  weight: number;
}

const sizes = [
  { slug: 'staff-1-10', share: 16, staff: [4, 10], adverts: 0.35 },
  { slug: 'staff-11-50', share: 38, staff: [14, 48], adverts: 0.9 },
  { slug: 'staff-51-200', share: 30, staff: [60, 190], adverts: 1.7 },
  { slug: 'staff-201-1000', share: 13, staff: [220, 780], adverts: 3 },
  { slug: 'staff-1000-plus', share: 3, staff: [1100, 2400], adverts: 4.5 },
] as const;

const rareBenefits = new Set(['four-day-week', 'sabbatical', 'childcare-support', 'volunteer-days']);
const privateHealthCover = new Set(['health-insurance', 'dental-and-vision']);
const publicHealthCountries = new Set(['DE', 'AT', 'CH', 'GB']);

function chooseBenefits(country: string, random: Random): string[] {
  const offered = vocabularies.benefit
    .map((term) => term.slug)
    .filter((slug) => !(privateHealthCover.has(slug) && publicHealthCountries.has(country)))
    .filter((slug) => !(slug === 'dental-and-vision' && country === 'FR'))
    .filter((slug) => !rareBenefits.has(slug) || random.chance(0.2));
  return random.sample(offered, random.integer(4, 7));
}

export function slugOf(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\u0300-\u036f’.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function inventName(pack: LanguagePack, cause: CauseText, place: Place, random: Random, taken: Set<string>): string {
  const pools = pack.namePools(place.country);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const pattern = random.pick(cause.names);
    const filled = fillTemplate(pattern, {
      place: random.pick(pools.places),
      surname: random.pick(pools.surnames),
      saint: random.pick(pools.saints),
      city: place.city,
    });
    const name = pack.completeName(pack.polish(filled, place.country), place.country, random);
    const identity = slugOf(name);
    if (taken.has(identity)) continue;
    taken.add(identity);
    return name;
  }
  throw new Error('Ran out of organization names');
}

function factsOf(
  pack: LanguagePack,
  place: Place,
  name: string,
  founded: number,
  staff: number,
  year: number,
  random: Random,
): TemplateValues {
  const { country } = place;
  const pools = pack.namePools(country);
  const format = (value: number): string => pack.formatNumber(value, country);
  return {
    ...pack.inflect({ title: '', city: place.city, organization: name }),
    org: name,
    home: place.city,
    city: place.city,
    founded: String(founded),
    years: String(Math.max(5, Math.floor((year - founded) / 5) * 5)),
    ordinalYear: pack.formatOrdinal(year - founded + 1),
    founder: `${random.pick(pools.founders)} ${random.pick(pools.surnames)}`,
    few: pack.numberWord(random.integer(3, 7)),
    dozens: format(random.pick([20, 25, 30, 35, 40, 45, 60])),
    hundreds: format(random.pick([120, 150, 180, 200, 240, 260, 300, 350, 400, 450, 600])),
    thousands: format(random.pick([1200, 1500, 1800, 2300, 2600, 3000, 3400, 4000, 4500, 5200, 6000, 7500, 9000])),
    staff: format(staff),
  };
}

function presentation(
  draft: Pick<OrganizationDraft, 'pack' | 'cause' | 'facts' | 'voice'>,
  staff: number,
  random: Random,
): string {
  const { pack, cause, facts } = draft;
  const phrases = pack.voices[draft.voice];
  if (phrases === undefined) throw new Error('An organization speaks in a voice that its language lacks');
  const [firstStory = '', secondStory = '', thirdStory = ''] = random.shuffle(cause.story);
  const opening = random.pick(cause.openings);
  const aside = random.pick(
    phrases.history.filter(
      (sentence) => !(opening.includes('{founded}') && placeholdersIn(sentence).includes('founded')),
    ),
  );
  // A handful of people does not describe its turnover or its volunteers by the hundred.
  const team = staff < 12 ? [] : [random.pick(phrases.team)];
  const paragraphs = random.chance(0.5)
    ? [
        [opening, firstStory],
        [aside, ...team],
        [secondStory, random.pick(phrases.funding)],
      ]
    : [[opening], [firstStory, secondStory], random.chance(0.5) ? [...team, aside] : [thirdStory, ...team]];
  return paragraphs
    .map((sentences) => sentences.map((sentence) => fillTemplate(sentence, facts)).join(' '))
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join('');
}

export interface OrganizationPlan {
  pack: LanguagePack;
  industry: string;
  place: Place;
}

export function draftOrganization(
  plan: OrganizationPlan,
  year: number,
  random: Random,
  taken: Set<string>,
): OrganizationDraft {
  const { pack, industry, place } = plan;
  const cause = pack.causes[industry];
  if (cause === undefined) throw new Error(`No ${pack.language} texts for the cause ${industry}`);
  const name = inventName(pack, cause, place, random, taken);
  const own = new Random(seedFrom(name, random.integer(0, 0xffff)));
  const size = own.weighted(sizes, (candidate) => candidate.share);
  const staff = own.integer(size.staff[0], size.staff[1]);
  const foundedYear = own.chance(0.15) ? own.integer(1891, 1955) : own.integer(1958, year - 6);
  const facts = factsOf(pack, place, name, foundedYear, staff, year, own);
  const voice = own.integer(0, pack.voices.length - 1);
  const polish = (text: string): string => pack.polish(text, place.country);
  const key = slugOf(name);
  const shortName = pack.shortName(name);
  const organization: DemoOrganization = {
    key,
    name,
    ...(shortName.length >= 3 && shortName.length <= 5 && own.chance(0.3) ? { alternativeName: shortName } : {}),
    language: pack.language,
    industry,
    size: size.slug,
    benefits: chooseBenefits(place.country, own),
    presentation: polish(presentation({ pack, cause, facts, voice }, staff, own)),
    mission: polish(fillTemplate(own.pick(cause.missions), facts)),
    website: `https://www.${key}.example`,
    address: addressIn(place, pack.language, own),
    foundedYear,
    featured: own.chance(0.12),
    hue: own.integer(0, 359),
    mark: own.integer(0, 11),
    hasLogo: own.chance(0.7),
  };
  const titleStyle = { country: place.country, variant: own.integer(0, 11) };
  return {
    organization,
    pack,
    cause,
    place,
    facts,
    titleStyle,
    voice,
    layout: own.integer(0, 4),
    weight: size.adverts * (0.6 + own.next()),
  };
}
