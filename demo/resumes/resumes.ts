import { germanCareers } from '../content/de/careers.js';
import { englishCareers } from '../content/en/careers.js';
import { frenchCareers } from '../content/fr/careers.js';
import type { CareerTexts } from '../content/career-texts.js';
import type { Language } from '../../src/backend/reference/taxonomy/vocabularies.js';
import type { DemoProfile } from '../demo-data.js';
import { chooseTerms } from '../jobs/employment-terms.js';
import { fillTemplate } from '../fill-template.js';
import { languagesInShares, packs, plans } from '../plans.js';
import { occupationProfiles, type OccupationProfile } from '../occupations/occupation-profiles.js';
import { inventLanguages, inventPerson, phoneIn } from './people.js';
import { choosePay } from '../jobs/pay.js';
import { addressIn } from '../places/address.js';
import type { PlacesByLanguage } from '../places/place.js';
import { Random } from '../random.js';
import type { DemoResume } from './resume-data.js';
import { yearsOfWork } from '../../src/backend/domain/resumes/contract-resume.js';
import { skillsOf } from '../occupations/skills-of-occupations.js';
import { inventEducation, inventWork, type Life, type LifePlan, monthText, townOf } from './working-lives.js';

const TEXTS: Readonly<Record<Language, CareerTexts>> = { en: englishCareers, de: germanCareers, fr: frenchCareers };
const SEED = 77;
const DAY = 86_400_000;
const USUAL = 540;

export interface DemoEmployer {
  name: string;
  language: string;
  country: string | null;
}

export interface ResumeOptions {
  profile: DemoProfile;
  now: Date;
  /** Organizations in which people may have worked. */
  employers: readonly DemoEmployer[];
  /** Defaults to the number in the profile's plan. */
  count?: number;
}

/** Invents people who look for work, with careers that match the work they look for. The first resume is the most complete. */
export function inventResumes({ profile, now, employers: all, count }: ResumeOptions): DemoResume[] {
  const random = new Random(SEED);
  const { shares, places, resumes = USUAL } = plans[profile];
  const employers = employersOf(all);
  return languagesInShares(shares, count ?? resumes).map((language, index) => {
    const key = `person-${String(index + 1).padStart(4, '0')}`;
    return { key, ...inventResume({ language, places, employers, now, complete: index === 0 }, random) };
  });
}

type Employers = Readonly<Record<Language, readonly DemoEmployer[]>>;

function employersOf(all: readonly DemoEmployer[]): Employers {
  const of = (language: Language) => all.filter((each) => each.language === language);
  return { en: of('en'), de: of('de'), fr: of('fr') };
}

interface Setting {
  language: Language;
  places: PlacesByLanguage;
  employers: Employers;
  now: Date;
  /** Whether all optional parts are filled in. */
  complete: boolean;
}

const STATUS: Readonly<Record<Life, readonly string[]>> = {
  experienced: ['seeking-work', 'seeking-work', 'open-to-offers', 'open-to-offers', 'open-to-offers'],
  starter: ['career-starter', 'career-starter', 'in-training'],
  changer: ['career-change'],
  returner: ['career-return'],
};

function inventResume(setting: Setting, random: Random): Omit<DemoResume, 'key'> {
  const { language, employers, now, complete } = setting;
  const has = (share: number): boolean => random.chance(share) || complete;
  const [pack, texts] = [packs[language], TEXTS[language]];
  const all = setting.places[language];
  const place = random.weighted(all, ({ weight }) => weight);
  const places = all.filter(({ country }) => country === place.country);
  const person = inventPerson(texts, random, complete || random.chance(0.62));
  const profile = random.weighted(occupationProfiles, ({ weight }) => weight);
  const life = complete
    ? 'experienced'
    : random.weighted(
        ['experienced', 'starter', 'changer', 'returner'] as const,
        (each) => ({ experienced: 68, starter: 16, changer: 9, returner: 7 })[each],
      );
  const level = complete
    ? 'mid'
    : life === 'starter'
      ? 'junior'
      : random.weighted(['junior', 'mid', 'senior'] as const, (each) => ({ junior: 18, mid: 55, senior: 27 })[each]);
  const careerStatus = random.pick(STATUS[life]);
  const near = employers[language].filter(({ country }) => country === place.country);
  const plan: LifePlan = {
    pack,
    texts,
    life,
    level,
    profile,
    place,
    places,
    complete,
    woman: person.woman,
    former: random.weighted(occupationProfiles, (each) => (each.manager === profile.manager ? 0 : each.weight)),
    employers: (near.length > 2 ? near : employers[language]).map(({ name }) => name),
    today: now.getUTCFullYear() * 12 + now.getUTCMonth(),
    employed: careerStatus === 'open-to-offers' || (life === 'changer' && random.chance(0.5)),
  };
  const { work, began } = inventWork(plan, random);
  const education = has(0.93) ? inventEducation(plan, began, random) : [];
  const desired = random.chance(0.87) ? place : random.weighted(places, ({ weight }) => weight);
  const text = pack.occupations[profile.text]!;
  const terms = chooseTerms(profile, level, place.country, random);
  const pay = has(0.55)
    ? choosePay({ country: desired.country, factor: profile.pay, level, experience: '', size: '', terms }, random)
    : undefined;
  const changed = new Date(now.getTime() - Math.floor(random.next() ** 1.4 * 240 * DAY) - 3_600_000);
  return {
    language,
    visible: complete || random.chance(0.94),
    ...(has(0.8) ? { salutation: person.salutation } : {}),
    firstName: person.firstName,
    lastName: person.lastName,
    ...(has(0.85) ? { phone: phoneIn(place.country, random) } : {}),
    ...(has(0.6) ? { birthday: birthdayOf(began, random) } : {}),
    homeLocation: addressIn(place, language, random),
    ...(has(0.8) ? { about: aboutOf(plan, yearsOfWork(work, now), random) } : {}),
    title:
      work[0] && life !== 'changer' && random.chance(0.8)
        ? work[0].jobTitle
        : pack.localize(texts.titleOf(random.pick(text[level]), person.woman), place.country),
    desiredOccupations: desiredTypesOf(profile, random),
    employmentTypes: typesOf(terms.employmentTypes, random),
    desiredLocation: townOf(desired),
    ...(pay ? { desiredSalary: pay } : {}),
    ...(has(0.95) ? { careerStatus } : {}),
    ...(has(0.6) ? { availableStart: startOf(now, random) } : {}),
    availabilityPeriods:
      careerStatus === 'in-training' ? [{ from: monthText(plan.today + 2), until: monthText(plan.today + 8) }] : [],
    work,
    education,
    languages: has(0.95) ? inventLanguages(language, place.country, random) : [],
    languagesFree: [],
    ...(random.chance(0.15) ? { languagesNotes: random.pick(texts.languageNotes) } : {}),
    skills: has(0.93) ? skillsFor(profile, random) : [],
    skillsFree: random.sample(texts.freeSkills, random.integer(0, 2)),
    ...(random.chance(0.2) ? { skillsNotes: random.pick(texts.skillsNotes) } : {}),
    changed,
  };
}

function aboutOf({ texts, life, pack, profile, former, place }: LifePlan, years: number, random: Random): string {
  // Avoids "one years of experience".
  const kind = years < 2 ? 'starter' : life;
  const opening = fillTemplate(random.pick(texts.openings[kind]), {
    years: String(years),
    field: pack.occupations[profile.text]!.field,
    otherField: pack.occupations[former.text]!.field,
  });
  const sentences = [
    opening,
    ...random.sample(texts.values, random.integer(1, 2)),
    ...(random.chance(0.6) ? [random.pick(texts.besides)] : []),
  ];
  return pack.typeset(pack.localize(sentences.join(' '), place.country));
}

/** Assumes an age of about twenty at the start of the first job. */
function birthdayOf(began: number, random: Random): string {
  return `${monthText(began - 12 * random.integer(19, 27) - random.integer(0, 11))}-${String(random.integer(1, 28)).padStart(2, '0')}`;
}

function startOf(now: Date, random: Random): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + random.integer(0, 4), 1));
  return first.toISOString().slice(0, 10);
}

/** The person's own occupation, and perhaps another one of the same rank (manager or not). */
function desiredTypesOf(profile: OccupationProfile, random: Random): string[] {
  const others = occupationProfiles.filter(
    ({ manager, occupation }) => manager === profile.manager && occupation !== profile.occupation,
  );
  const more =
    others.length > 0 && random.chance(0.4) ? [random.weighted(others, ({ weight }) => weight).occupation] : [];
  return [...new Set([profile.occupation, ...more])];
}

function typesOf(own: readonly string[], random: Random): string[] {
  const more = random.chance(0.35) ? [random.pick(['full-time', 'part-time', 'contract'])] : [];
  return [...new Set([...own, ...more])];
}

function skillsFor(profile: OccupationProfile, random: Random): string[] {
  const own = skillsOf(profile.text);
  const shared = [
    'project-management',
    'office-software',
    'public-speaking',
    'team-leadership',
    'first-aid',
    'social-media',
    'driving-licence',
  ];
  return [
    ...new Set([...random.sample(own, random.integer(3, own.length)), ...random.sample(shared, random.integer(0, 2))]),
  ];
}
