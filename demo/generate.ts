import { type Language, vocabularies } from '../src/backend/reference/taxonomy/vocabularies.js';
import type { DemoData, DemoProfile } from './demo-data.js';
import { draftJob, type JobDraft } from './jobs/jobs.js';
import { draftOrganization, type OrganizationDraft } from './organizations/organizations.js';
import { languagesInShares, packs, type ProfilePlan, plans } from './plans.js';
import { Random, weightedAt } from './random.js';

export type { DemoAddress, DemoData, DemoJob, DemoProfile } from './demo-data.js';

export interface DemoOptions {
  profile: DemoProfile;
  seed?: number;
  now: Date;
  /** Defaults to the number in the profile's plan. */
  jobs?: number;
  /** Defaults to the number in the profile's plan. */
  organizations?: number;
}

// Few Indigenous-led organizations are located outside Canada and the United States.
function industriesFor(country: string): readonly string[] {
  const slugs = vocabularies.industry.map((term) => term.slug);
  return country === 'CA' || country === 'US' ? slugs : slugs.filter((slug) => slug !== 'indigenous-communities');
}

function draftOrganizations(plan: ProfilePlan, count: number, year: number, random: Random): OrganizationDraft[] {
  const taken = new Set<string>();
  const turnsOfCause = new Map<string, number>();
  const turn = { en: random.integer(0, 20), de: random.integer(0, 20), fr: random.integer(0, 20) };
  const spread = { en: random.next(), de: random.next(), fr: random.next() };
  return languagesInShares(plan.shares, count).map((language) => {
    // Steps of the golden ratio cover the interval evenly, so that large cities get their share in small samples too.
    spread[language] = (spread[language] + 0.6180339887) % 1;
    const place = weightedAt(plan.places[language], (candidate) => candidate.weight, spread[language]);
    const industries = industriesFor(place.country);
    // Causes take turns, so that even a small board has every cause.
    turn[language] += 1;
    const industry = industries[(turn[language] * 11) % industries.length] ?? 'health';
    const served = `${language} ${industry}`;
    const turnOfCause = turnsOfCause.get(served) ?? 0;
    turnsOfCause.set(served, turnOfCause + 1);
    return draftOrganization(
      { pack: packs[language], industry, place, turn: turnOfCause, thisYear: year },
      random,
      taken,
    );
  });
}

function draftJobs(
  plan: ProfilePlan,
  organizations: readonly OrganizationDraft[],
  count: number,
  now: Date,
  random: Random,
): JobDraft[] {
  const byLanguage = (language: Language): readonly OrganizationDraft[] =>
    organizations.filter((draft) => draft.pack.language === language);
  const employers = { en: byLanguage('en'), de: byLanguage('de'), fr: byLanguage('fr') };
  const seen = new Set<string>();
  return languagesInShares(plan.shares, count).map((language) => {
    const staffed = employers[language].length > 0 ? employers[language] : organizations;
    const draftOne = (): JobDraft => {
      const employer = random.weighted(staffed, (draft) => draft.weight);
      return draftJob(employer, { now, places: plan.places[employer.pack.language] }, random);
    };
    const identityOf = (job: JobDraft): string => {
      const leads = job.occupations.includes('executive-leadership');
      return [job.organization, leads ? 'director' : job.title, leads ? '' : job.address?.locality].join('|');
    };
    let job = draftOne();
    for (let attempt = 0; attempt < 12 && seen.has(identityOf(job)); attempt += 1) job = draftOne();
    seen.add(identityOf(job));
    return job;
  });
}

export function generateDemoData(options: DemoOptions): DemoData {
  const random = new Random(options.seed ?? 20);
  const plan = plans[options.profile];
  const drafts = draftOrganizations(
    plan,
    options.organizations ?? plan.organizations ?? 160,
    options.now.getUTCFullYear(),
    random,
  );
  const jobs = draftJobs(plan, drafts, options.jobs ?? plan.jobs ?? 2100, options.now, random)
    .sort((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
    .map((job, index) => ({ key: `job-${String(index + 1).padStart(4, '0')}`, ...job }));
  return { organizations: drafts.map((draft) => draft.organization), jobs };
}
