import { escapeHtml } from '#shared/text/markup.js';
import { vocabularies } from '../../src/backend/reference/taxonomy/vocabularies.js';
import type { CauseText, Phrases } from '../content/text-shapes.js';
import type { DemoOrganization } from '../demo-data.js';
import { fillTemplate, placeholdersIn, type TemplateValues } from '../fill-template.js';
import type { LanguagePack, TitleStyle } from '../language-pack.js';
import { inventFacts, inventFoundedYear, inventName, slugOf } from './organization-facts.js';
import { addressIn } from '../places/address.js';
import type { Place } from '../places/place.js';
import { Random, seedFrom } from '../random.js';

/** An organization together with the facts that its adverts need. */
export interface OrganizationDraft {
  organization: DemoOrganization;
  pack: LanguagePack;
  cause: CauseText;
  phrases: Phrases;
  place: Place;
  facts: TemplateValues;
  titleStyle: TitleStyle;
  /** Sentence with which all texts of this organization introduce it. */
  opening: string;
  layout: number;
  /** Share of this organization in all adverts, relative to the other organizations. */
  weight: number;
}

const TRAINING_SEED = 43;
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

type Introduction = Pick<OrganizationDraft, 'pack' | 'cause' | 'facts' | 'phrases' | 'opening' | 'place'>;

function writePresentation(introduction: Introduction, staff: number, random: Random): string {
  const { pack, cause, facts, phrases, opening, place } = introduction;
  const [firstStory = '', secondStory = '', thirdStory = ''] = random.shuffle(cause.story);
  const dated = placeholdersIn(opening).includes('founded');
  const aside = random.pick(
    phrases.history.filter((sentence) => !(dated && placeholdersIn(sentence).includes('founded'))),
  );
  // An organization with a handful of employees does not mention its many nationalities or hundreds of volunteers.
  const staffed = placeholdersIn(opening).includes('staff');
  const team = staff < 12 || staffed ? [] : [random.pick(phrases.team)];
  const paragraphs = random.chance(0.5)
    ? [
        [opening, firstStory],
        [aside, ...team],
        [secondStory, random.pick(phrases.funding)],
      ]
    : [[opening], [firstStory, secondStory], random.chance(0.5) ? [...team, aside] : [thirdStory, ...team]];
  return paragraphs
    .map((sentences) =>
      sentences.map((sentence) => fillTemplate(pack.localize(sentence, place.country), facts)).join(' '),
    )
    .map((text) => `<p>${escapeHtml(pack.typeset(text))}</p>`)
    .join('');
}

export interface OrganizationPlan {
  pack: LanguagePack;
  industry: string;
  place: Place;
  /** Number of organizations of this language and cause that were generated before. */
  turn: number;
  thisYear: number;
}

export function draftOrganization(plan: OrganizationPlan, random: Random, taken: Set<string>): OrganizationDraft {
  const { pack, industry, place, turn, thisYear } = plan;
  const cause = pack.causes[industry];
  if (cause === undefined) throw new Error(`No ${pack.language} texts for the cause ${industry}`);
  const spokenName = inventName(pack, cause, place, random, taken);
  const own = new Random(seedFrom(spokenName, random.integer(0, 0xffff)));
  const size = own.weighted(sizes, (candidate) => candidate.share);
  const staff = own.integer(size.staff[0], size.staff[1]);
  const foundedYear = inventFoundedYear(industry, thisYear, own);
  const mission = pack.typeset(pack.localize(own.pick(cause.missions), place.country));
  const facts = inventFacts({ pack, place, name: spokenName, mission, founded: foundedYear, staff, thisYear }, own);
  const phrases = own.pick(pack.voices);
  // Two organizations of the same cause must not start with the same sentence, so opening sentences are used in turn.
  const openings = [...cause.openings, ...phrases.mottoOpenings];
  const opening = openings[turn % openings.length] ?? '';
  const key = slugOf(spokenName);
  const initials = pack.shortName(spokenName);
  const organization: DemoOrganization = {
    key,
    name: pack.completeName(spokenName, place.country, own),
    ...(initials.length >= 3 && initials.length <= 5 && own.chance(0.3) ? { alternativeName: initials } : {}),
    language: pack.language,
    industry,
    size: size.slug,
    benefits: chooseBenefits(place.country, own),
    presentation: writePresentation({ pack, cause, facts, phrases, opening, place }, staff, own),
    mission,
    website: `https://www.${key}.example`,
    address: addressIn(place, pack.language, own),
    foundedYear,
    featured: own.chance(0.12),
    training: new Random(seedFrom(key, TRAINING_SEED)).chance(0.15),
    hue: own.integer(0, 359),
    mark: own.integer(0, 11),
    hasLogo: own.chance(0.7),
  };
  const titleStyle = { country: place.country, variant: own.integer(0, 11) };
  const weight = size.adverts * (0.6 + own.next());
  return { organization, pack, cause, phrases, place, facts, titleStyle, opening, layout: own.integer(0, 4), weight };
}
