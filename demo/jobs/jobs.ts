import { DEFAULT_TIME_ZONE, dayIn } from '#shared/time-zones/time-zone.js';
import { zoneAt } from '../../src/backend/reference/places/time-zones.js';
import { vocabularies } from '../../src/backend/reference/taxonomy/vocabularies.js';
import { composeAdvert } from './advert.js';
import { FILMS } from '../content/films.js';
import type { Level, OccupationText } from '../content/text-shapes.js';
import type { ApplicationWorkflow, DemoAddress, DemoJob } from '../demo-data.js';
import { chooseTerms, type EmploymentTerms } from './employment-terms.js';
import type { TemplateValues } from '../fill-template.js';
import { occupationProfiles, type OccupationProfile } from '../occupations/occupation-profiles.js';
import type { OrganizationDraft } from '../organizations/organizations.js';
import { choosePay } from './pay.js';
import { addressIn } from '../places/address.js';
import type { Place } from '../places/place.js';
import { Random, seedFrom } from '../random.js';
import { chooseDates } from './schedule.js';

const TEASER_SEED = 47;
const occupationLabels = new Map(vocabularies.occupation.map((term) => [term.slug, term.label]));
const experienceByLevel: Readonly<Record<Level, readonly string[]>> = {
  junior: ['entry-level', 'entry-level', '1-2-years'],
  mid: ['1-2-years', '3-5-years', '3-5-years'],
  senior: ['6-10-years', '6-10-years', '10-plus-years'],
};
const nearbyPlaces: Readonly<Record<string, readonly string[]>> = {
  CA: ['CA'],
  US: ['US', 'CA'],
  GB: ['GB', 'IE'],
  IE: ['IE', 'GB'],
  KE: ['KE', 'UG', 'TZ'],
  DE: ['DE', 'AT', 'CH'],
  AT: ['AT', 'DE'],
  CH: ['CH', 'FR', 'DE'],
  FR: ['FR', 'BE'],
  BE: ['BE', 'FR', 'LU'],
};

function chooseProfile(draft: OrganizationDraft, random: Random): OccupationProfile {
  const { industry, size } = draft.organization;
  return random.weighted(occupationProfiles, (profile) => {
    if (profile.causes.length > 0 && !profile.causes.includes(industry)) return 0;
    if (size === 'staff-1-10' && (profile.text === 'software-development' || profile.text === 'human-resources'))
      return 0;
    return profile.causes.length > 0 ? profile.weight * 2 : profile.weight;
  });
}

function chooseExperience(profile: OccupationProfile, level: Level, random: Random): string {
  if (profile.manager === 'board') return level === 'senior' ? '10-plus-years' : '6-10-years';
  return random.pick(experienceByLevel[level]);
}

function chooseRemote(
  profile: OccupationProfile,
  terms: EmploymentTerms,
  random: Random,
): 'on-site' | 'hybrid' | 'remote' {
  if (profile.desk === 0 || terms.kind === 'volunteer') return 'on-site';
  const chance = random.next();
  if (profile.desk === 2) return chance < 0.38 ? 'remote' : chance < 0.82 ? 'hybrid' : 'on-site';
  return chance < 0.07 ? 'remote' : chance < 0.57 ? 'hybrid' : 'on-site';
}

function choosePlace(draft: OrganizationDraft, places: readonly Place[], random: Random): Place {
  const local = draft.organization.size === 'staff-1-10' || draft.organization.size === 'staff-11-50' ? 0.95 : 0.72;
  if (random.chance(local)) return draft.place;
  const branches = places.filter((place) => place.country === draft.place.country);
  return random.weighted(branches, (place) => place.weight);
}

const shortStayBenefits = new Set([
  'flexible-hours',
  'working-from-home',
  'transit-pass',
  'meals',
  'bike-scheme',
  'training-budget',
]);

function chooseBenefits(offered: readonly string[], terms: EmploymentTerms, remote: string, random: Random): string[] {
  if (terms.kind === 'volunteer' || terms.kind === 'per-diem') return [];
  const brief = terms.kind === 'internship' || terms.kind === 'temporary';
  const fitting = offered
    .filter((slug) => slug !== 'working-from-home' || remote !== 'on-site')
    .filter((slug) => !brief || shortStayBenefits.has(slug))
    // Canteen, transport and bicycle benefits make no sense for remote work.
    .filter((slug) => remote !== 'remote' || !['meals', 'transit-pass', 'bike-scheme'].includes(slug));
  return random.sample(fitting, random.integer(3, 5));
}

interface TitleChoice {
  bare: string;
  title: string;
  programme: string;
}

function chooseTitle(
  draft: OrganizationDraft,
  profile: OccupationProfile,
  text: OccupationText,
  level: Level,
  terms: EmploymentTerms,
  random: Random,
): TitleChoice {
  const { pack, titleStyle, cause } = draft;
  const base = random.pick(text[level]);
  const programme = random.pick(cause.programmes);
  const label = occupationLabels.get(profile.occupation)?.[pack.language] ?? base;
  if (terms.kind === 'internship') {
    const title = pack.internTitle(label.split(/ & | et /)[0] ?? label, titleStyle);
    return { bare: title, title, programme };
  }
  const bare = pack.bareTitle(base, titleStyle);
  if (terms.kind === 'volunteer') return { bare, title: pack.volunteerTitle(base, titleStyle), programme };
  const options = text.qualifiers ?? [programme];
  const qualifier =
    options.length > 0 && random.chance(level === 'senior' ? 0.25 : 0.5) ? random.pick(options) : undefined;
  const suffix =
    terms.kind === 'part-time' && random.chance(0.2)
      ? random.pick(pack.partTimeSuffix)
      : terms.kind === 'contract' && terms.months === 12 && random.chance(0.3)
        ? random.pick(pack.coverSuffix)
        : '';
  return { bare, title: pack.fullTitle(base, qualifier, titleStyle) + suffix, programme };
}

function applicationOf(
  draft: OrganizationDraft,
  random: Random,
): { workflow: ApplicationWorkflow; email: string; link: string } {
  const domain = `${draft.organization.key}.example`;
  const mailboxes = {
    en: ['jobs', 'careers', 'hr', 'apply'],
    de: ['bewerbung', 'jobs', 'personal'],
    fr: ['recrutement', 'emploi', 'rh'],
  };
  const folders = { en: 'careers', de: 'karriere', fr: 'recrutement' };
  const { language } = draft.pack;
  return {
    workflow: random.weighted(
      ['email', 'link', 'form'] as const,
      (workflow) => ({ email: 40, link: 25, form: 35 })[workflow],
    ),
    email: `${random.pick(mailboxes[language])}@${domain}`,
    link: `https://www.${domain}/${folders[language]}/${random.integer(1000, 9999)}`,
  };
}

function eligibleCountries(country: string, random: Random): string[] {
  const around = nearbyPlaces[country] ?? [country];
  return random.chance(0.65) ? [country] : [...around];
}

function advertValues(
  text: OccupationText,
  draft: OrganizationDraft,
  place: Place,
  title: TitleChoice,
  terms: EmploymentTerms,
  random: Random,
): TemplateValues {
  const { pack, facts, cause } = draft;
  const localTitle = pack.localize(title.bare, place.country);
  const district: TemplateValues = place.districts.length > 0 ? { district: random.pick(place.districts) } : {};
  return {
    ...facts,
    ...district,
    ...pack.inflect({ title: localTitle, city: place.city, organization: facts['org'] ?? '' }),
    city: place.city,
    title: localTitle,
    field: text.field,
    programme: pack.localize(title.programme, place.country),
    people: pack.localize(cause.people, place.country),
    peopleDative: cause.peopleDative ?? cause.people,
    team: pack.numberWord(random.integer(3, 9)),
    hours: pack.formatHours(terms.hours),
    fewHours: pack.numberWord(random.integer(3, 6)),
    months: String(terms.months),
    check: pack.backgroundCheck(place.country),
  };
}

export interface JobContext {
  now: Date;
  places: readonly Place[];
}

/** A job without its key, which depends on its position among the other jobs. */
export type JobDraft = Omit<DemoJob, 'key'>;

export function draftJob(draft: OrganizationDraft, context: JobContext, random: Random): JobDraft {
  const { pack, organization } = draft;
  const profile = chooseProfile(draft, random);
  const text = pack.occupations[profile.text];
  if (text === undefined) throw new Error(`No ${pack.language} texts for the occupation ${profile.text}`);
  const level = random.weighted(
    ['junior', 'mid', 'senior'] as const,
    (each) => ({ junior: 27, mid: 53, senior: 20 })[each],
  );
  const place = choosePlace(draft, context.places, random);
  const terms = chooseTerms(profile, level, place.country, random);
  const experience =
    terms.kind === 'volunteer' || terms.kind === 'internship'
      ? 'entry-level'
      : chooseExperience(profile, level, random);
  const remote = chooseRemote(profile, terms, random);
  const timeZone = zoneAt(place) ?? DEFAULT_TIME_ZONE;
  const dates = chooseDates(context.now, timeZone, random);
  const title = chooseTitle(draft, profile, text, level, terms, random);
  const eligible = eligibleCountries(place.country, random);
  const application = applicationOf(draft, random);
  const salary = random.chance(0.73)
    ? choosePay(
        { country: place.country, factor: profile.pay, level, experience, size: organization.size, terms },
        random,
      )
    : undefined;
  const benefits = chooseBenefits(organization.benefits, terms, remote, random);
  // Heads of department report to the top management, not to another head of department.
  const reportsToChief =
    level === 'senior' &&
    profile.manager !== 'board' &&
    /head of|director|leitung|direct|responsable/i.test(title.bare);
  const managers = draft.phrases.managers[reportsToChief ? 'chief' : profile.manager];
  const values: TemplateValues = {
    ...advertValues(text, draft, place, title, terms, random),
    manager: random.pick(managers),
    start: pack.formatStart(dates.startsAt),
    eligible: pack.eligibleIn(eligible),
    email: application.email,
    ...(salary === undefined ? {} : { pay: pack.formatPay(salary, place.country) }),
    ...(dates.expiresAt === undefined ? {} : { close: pack.formatDate(new Date(dayIn(timeZone, dates.expiresAt))) }),
  };
  const description = composeAdvert(
    {
      draft,
      profile,
      text,
      terms,
      level,
      experience,
      remote,
      benefits,
      paid: salary !== undefined,
      closes: dates.expiresAt !== undefined,
      workflow: application.workflow,
      values,
    },
    random,
  );
  const address: DemoAddress = place === draft.place ? organization.address : addressIn(place, pack.language, random);
  const unpaid = terms.kind === 'volunteer' || terms.kind === 'internship';
  return {
    organization: organization.key,
    title: pack.typeset(pack.localize(title.title, place.country)),
    language: pack.language,
    description,
    employmentTypes: terms.employmentTypes,
    industries: [organization.industry],
    occupations: [profile.occupation],
    experience,
    remote,
    ...(unpaid || random.chance(0.3) ? {} : { degreeLevel: profile.degree }),
    skills: random.sample(text.skills, random.integer(2, 4)).map((skill) => pack.localize(skill, place.country)),
    ...(remote === 'remote' ? { eligibleCountries: eligible } : { address }),
    ...(salary === undefined ? {} : { salary }),
    benefits,
    publishedAt: dates.publishedAt,
    ...(dates.expiresAt === undefined ? {} : { expiresAt: dates.expiresAt }),
    timeZone,
    applicationWorkflow: application.workflow,
    // For jobs with a form, notifications of new applications are sent here as well.
    ...(application.workflow === 'link' ? {} : { applicationEmails: [application.email] }),
    ...(application.workflow === 'link' ? { applicationLink: application.link } : {}),
    featured: random.chance(0.04),
    ...putForward(`${organization.key} ${title.title} ${dates.publishedAt.getTime()}`),
  };
}

/** Uses its own random numbers, so that the other properties of a job stay the same. */
function putForward(job: string): Pick<DemoJob, 'top' | 'videoUrl'> {
  const own = new Random(seedFrom(job, TEASER_SEED));
  return { top: own.chance(0.02), ...(own.chance(0.03) ? { videoUrl: own.pick(FILMS) } : {}) };
}
