import { escapeHtml } from '#shared/text/markup.js';
import type { Headings, OccupationText, Phrases } from '../content/text-shapes.js';
import type { EmploymentTerms } from './employment-terms.js';
import { fillTemplate, type TemplateValues } from '../fill-template.js';
import type { OccupationProfile } from '../occupations/occupation-profiles.js';
import type { OrganizationDraft } from '../organizations/organizations.js';
import type { Random } from '../random.js';

export interface AdvertFacts {
  draft: OrganizationDraft;
  profile: OccupationProfile;
  text: OccupationText;
  terms: EmploymentTerms;
  level: string;
  experience: string;
  remote: 'on-site' | 'hybrid' | 'remote';
  benefits: readonly string[];
  paid: boolean;
  closes: boolean;
  workflow: 'form' | 'email' | 'link';
  values: TemplateValues;
}

type Part = 'about' | 'role' | 'duties' | 'needs' | 'offer' | 'apply' | 'equity';

const layouts: readonly (readonly Part[])[] = [
  ['about', 'role', 'duties', 'needs', 'offer', 'apply', 'equity'],
  ['role', 'duties', 'needs', 'about', 'offer', 'apply', 'equity'],
  ['about', 'role', 'duties', 'needs', 'offer', 'equity', 'apply'],
  ['role', 'about', 'duties', 'needs', 'offer', 'apply', 'equity'],
  ['about', 'role', 'duties', 'offer', 'needs', 'apply', 'equity'],
];
const factsLayout = 3;
const plainLayout = 4;

function sentencesOfAbout(facts: AdvertFacts, phrases: Phrases, random: Random): string[] {
  const { cause } = facts.draft;
  const extra = random.next();
  const local =
    facts.values['district'] !== undefined &&
    facts.remote !== 'remote' &&
    facts.values['home'] === facts.values['city'];
  const { opening } = facts.draft;
  if (extra < 0.45) return [opening, random.pick(cause.story)];
  if (extra < 0.6 && local) return [opening, random.pick(phrases.local)];
  if (extra < 0.75) return [opening, random.pick(cause.story), random.pick(phrases.funding)];
  return [opening];
}

function sentencesOfRole(facts: AdvertFacts, phrases: Phrases, random: Random): string[] {
  const { kind } = facts.terms;
  const hook = random.pick(facts.remote === 'remote' ? phrases.remoteHooks : phrases.hooks);
  const hours = random.pick(phrases.hours[kind] ?? []);
  const workplace = random.pick(phrases.workplace[facts.remote]);
  if (kind === 'internship') return [random.pick(phrases.internPitch), hours, workplace];
  if (kind === 'volunteer') return [hook, random.pick(phrases.volunteerPitch), hours];
  const pitch = random.pick(facts.text.pitch);
  const board = facts.profile.manager === 'board';
  const context =
    random.chance(0.55) && !board
      ? [random.pick(phrases.reports)]
      : random.chance(0.5)
        ? [random.pick(phrases.reasons)]
        : [];
  const place =
    facts.remote === 'remote' ? [workplace, random.pick(phrases.eligibility)] : random.chance(0.7) ? [workplace] : [];
  const closing = facts.draft.layout === factsLayout ? place.slice(1) : [hours, ...place];
  return random.chance(0.6) ? [hook, pitch, ...context, ...closing] : [pitch, hook, ...context, ...closing];
}

function listOfDuties(facts: AdvertFacts, phrases: Phrases, random: Random): string[] {
  const { kind } = facts.terms;
  if (kind === 'internship') {
    const shared = random.sample(facts.text.duties, 2).map((duty) => facts.draft.pack.assist(duty));
    return random.shuffle([...shared, ...random.sample(phrases.internDuties, random.integer(2, 4))]);
  }
  if (kind === 'volunteer') return random.sample(facts.text.duties, random.integer(3, 4));
  if (facts.level === 'senior') {
    const lead = random.sample(phrases.leadDuties, facts.profile.manager === 'board' ? 0 : random.integer(1, 2));
    return [...lead.slice(0, 1), ...random.sample(facts.text.duties, random.integer(4, 5)), ...lead.slice(1)];
  }
  const own = random.sample(facts.text.duties, random.integer(4, 7));
  const learning = facts.level === 'junior' && own.length < 6 && random.chance(0.4);
  return learning ? [...own, random.pick(phrases.learning)] : own;
}

function listOfNeeds(facts: AdvertFacts, phrases: Phrases, random: Random): string[] {
  const belief = random.chance(0.45) ? [random.pick(facts.draft.cause.beliefs)] : [];
  const check = facts.profile.trust ? [random.pick(phrases.checks)] : [];
  const { kind } = facts.terms;
  if (kind === 'internship') return [...random.sample(phrases.internNeeds, random.integer(3, 4)), ...belief];
  if (kind === 'volunteer') return [...random.sample(phrases.volunteerNeeds, 3), ...belief, ...check];
  const [qualification = '', ...others] = facts.text.needs;
  const experiences = phrases.experience[facts.experience] ?? [];
  // If the law requires a licence, an advert must not say that no training is needed.
  const licensed = facts.profile.trust || facts.profile.text === 'legal';
  const experience = licensed && facts.experience === 'entry-level' ? (experiences[0] ?? '') : random.pick(experiences);
  const soft = random.sample(phrases.softNeeds, random.integer(0, 2));
  const lead = facts.level === 'senior' ? [random.pick(phrases.leadNeeds)] : [];
  const beginner = facts.level === 'junior' && !licensed;
  const first = beginner
    ? [experience]
    : random.chance(0.5)
      ? [qualification, experience]
      : [experience, qualification];
  return [...first, ...random.sample(others, random.integer(1, 3)), ...lead, ...belief, ...soft, ...check];
}

function listOfOffers(facts: AdvertFacts, phrases: Phrases, random: Random): string[] {
  if (facts.terms.kind === 'volunteer') return random.sample(phrases.volunteerOffer, random.integer(3, 4));
  // Contracts of a few months do not mention yearly reviews.
  const brief = ['internship', 'temporary', 'per-diem'].includes(facts.terms.kind);
  const shownInFacts = facts.draft.layout === factsLayout;
  const pay = facts.paid
    ? shownInFacts
      ? []
      : [brief ? phrases.payPlain : random.pick(phrases.pay)]
    : random.chance(0.6)
      ? [random.pick(phrases.payUnsaid)]
      : [];
  const benefits = facts.benefits.flatMap((slug) => {
    const wordings = phrases.benefits[slug];
    return wordings === undefined ? [] : [random.pick(wordings)];
  });
  return [...pay, ...benefits];
}

function factList(facts: AdvertFacts, phrases: Phrases, fill: (template: string) => string): string {
  const { terms } = facts;
  const hours = phrases.shortHours[terms.kind] ?? '';
  const rows: [string, string][] = [
    [phrases.facts.place, phrases.shortWorkplace[facts.remote]],
    [phrases.facts.hours, hours],
    ...(facts.paid && terms.kind !== 'volunteer' ? [[phrases.facts.pay, '{pay}'] as [string, string]] : []),
    ...(terms.kind === 'volunteer' ? [] : [[phrases.facts.start, '{start}'] as [string, string]]),
    ...(facts.closes ? [[phrases.facts.closing, '{close}'] as [string, string]] : []),
  ];
  const items = rows.map(([label, value]) => `<li><strong>${label}:</strong> ${sentenceCase(fill(value))}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function composeAdvert(facts: AdvertFacts, random: Random): string {
  const { draft, values } = facts;
  const { pack, phrases, place } = draft;
  const fill = (template: string): string => escapeHtml(fillTemplate(pack.localize(template, place.country), values));
  const layout = random.chance(0.85) ? draft.layout : random.pick([0, 1, 2]);
  const heading = (part: keyof Headings): string => {
    const text = fill(random.pick(phrases.headings[part]));
    return layout === plainLayout ? `<p><strong>${text}</strong></p>` : `<h3>${text}</h3>`;
  };
  const paragraph = (sentences: readonly string[]): string =>
    sentences.length === 0 ? '' : `<p>${sentences.map((sentence) => sentenceCase(fill(sentence))).join(' ')}</p>`;
  const list = (items: readonly string[]): string =>
    `<ul>${items.map((item) => `<li>${sentenceCase(fill(item))}</li>`).join('')}</ul>`;

  const write: Record<Part, (first: boolean) => string> = {
    about: (first) =>
      (first && layout !== 2 ? '' : heading('about')) + paragraph(sentencesOfAbout(facts, phrases, random)),
    role(first) {
      const text = paragraph(sentencesOfRole(facts, phrases, random));
      if (layout === factsLayout) return text + factList(facts, phrases, fill);
      return first || layout === plainLayout ? text : heading('role') + text;
    },
    duties: () => heading('duties') + list(listOfDuties(facts, phrases, random)),
    needs() {
      const encouraged =
        facts.terms.kind !== 'volunteer' && random.chance(0.35) ? [random.pick(phrases.encouragement)] : [];
      return heading('needs') + list(listOfNeeds(facts, phrases, random)) + paragraph(encouraged);
    },
    offer() {
      const items = listOfOffers(facts, phrases, random);
      return items.length === 0 ? '' : heading('offer') + list(items);
    },
    apply() {
      const timeline = facts.terms.kind !== 'volunteer' && random.chance(0.5) ? [random.pick(phrases.timeline)] : [];
      const closing =
        facts.closes && layout !== factsLayout && random.chance(0.6) ? [random.pick(phrases.closing)] : [];
      return heading('apply') + paragraph([random.pick(phrases.apply[facts.workflow]), ...closing, ...timeline]);
    },
    equity() {
      if (!random.chance(0.8)) return '';
      const text = paragraph([random.pick(phrases.equity)]);
      return layout === 2 ? heading('equity') + text : text;
    },
  };
  const parts = layouts[layout] ?? [];
  return pack.typeset(parts.map((part, index) => write[part](index === 0)).join(''));
}
