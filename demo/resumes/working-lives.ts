import type { CareerTexts } from '../content/career-texts.js';
import type { Level } from '../content/text-shapes.js';
import { FIELDS_OF_OCCUPATION } from '../occupations/fields-of-study.js';
import { fillTemplate } from '../fill-template.js';
import type { LanguagePack } from '../language-pack.js';
import type { OccupationProfile } from '../occupations/occupation-profiles.js';
import type { Place } from '../places/place.js';
import type { Random } from '../random.js';
import type { DemoEducation, DemoPeriod, DemoTown, DemoWork } from './resume-data.js';

export type Life = 'experienced' | 'starter' | 'changer' | 'returner';

/** Input from which a working life is invented. */
export interface LifePlan {
  pack: LanguagePack;
  texts: CareerTexts;
  woman: boolean;
  life: Life;
  level: Level;
  profile: OccupationProfile;
  /** Former occupation of a career changer. */
  former: OccupationProfile;
  place: Place;
  places: readonly Place[];
  employers: readonly string[];
  /** The month of today, counted from the year 0. */
  today: number;
  /** Whether the person is employed today. */
  employed: boolean;
  /** Whether all optional parts are filled in. */
  complete: boolean;
}

const MONTHS = 12;
const YEARS: Readonly<Record<Level, readonly [number, number]>> = { junior: [2, 4], mid: [4, 13], senior: [11, 28] };

export function townOf({ city, region, country, lat, lon }: Place): DemoTown {
  return { locality: city, administrativeArea: region, countryCode: country, lat, lon };
}

export function monthText(month: number): string {
  return `${Math.floor(month / MONTHS)}-${String((month % MONTHS) + 1).padStart(2, '0')}`;
}

/** @returns jobs, latest first, and the month in which the earliest one began */
export function inventWork(plan: LifePlan, random: Random): { work: DemoWork[]; began: number } {
  const { life, level, today, employed } = plan;
  if (life === 'starter') return inventFirstSteps(plan, random);
  const [least, most] = YEARS[level];
  const total = random.integer(least, most) * MONTHS;
  const began = today - total - random.integer(0, 11);
  let until = employed
    ? undefined
    : today - random.integer(0, life === 'returner' ? 30 : 9) - (life === 'returner' ? 14 : 0);
  let end = until ?? today;
  const work: DemoWork[] = [];
  while (end - began > 8 && work.length < 6) {
    const rest = end - began;
    const length = Math.min(rest, random.integer(10, level === 'senior' ? 96 : 60));
    // A shorter remainder is not worth a separate job, so this job covers it.
    const from = rest - length < 9 ? began : end - length;
    work.push(inventJob(plan, { from, until }, work.length, (end - today + total) / total, random));
    // Most people change jobs without a gap; some have one of several months.
    end = from - random.weighted([0, 2, 7, 16], (gap) => ({ 0: 70, 2: 14, 7: 11, 16: 5 })[gap] ?? 0);
    until = end;
  }
  return { work, began };
}

function inventJob(
  plan: LifePlan,
  { from, until }: { from: number; until: number | undefined },
  index: number,
  reached: number,
  random: Random,
): DemoWork {
  const { pack, texts, woman, place, places, employers, life, level } = plan;
  // A career changer had the former occupation in all earlier jobs, and perhaps also in the latest one.
  const profile = life === 'changer' && (index > 0 || random.chance(0.6)) ? plan.former : plan.profile;
  const text = pack.occupations[profile.text]!;
  // Earlier jobs never have a higher level than the current one.
  const then: Level = index === 0 ? level : level === 'junior' || reached < 0.35 ? 'junior' : 'mid';
  const where = random.chance(0.75) ? place : random.weighted(places, ({ weight }) => weight);
  const title = texts.titleOf(random.pick(text[then]), woman);
  const lines = text.duties.flatMap((duty) => texts.dutyOf(duty, {}) ?? []);
  const summary = random.sample(lines, random.integer(2, 4)).map((line) => pack.localize(line, where.country));
  const period: DemoPeriod = { from: monthText(from), ...(until === undefined ? {} : { until: monthText(until) }) };
  return {
    jobTitle: pack.typeset(pack.localize(title, where.country)),
    occupation: profile.occupation,
    employmentType: random.chance(0.7) ? 'full-time' : random.pick(['part-time', 'part-time', 'contract']),
    company: random.pick(employers),
    location: townOf(where),
    period,
    ...(plan.complete || random.chance(index === 0 ? 0.9 : 0.55) ? { summary: pack.typeset(summary.join('\n')) } : {}),
  };
}

/** Internships and voluntary work. */
function inventFirstSteps(plan: LifePlan, random: Random): { work: DemoWork[]; began: number } {
  const { today, employed } = plan;
  let end = today - random.integer(1, 5);
  const work = Array.from({ length: random.integer(0, 2) }, (_, index): DemoWork => {
    const from = end - random.integer(3, 10);
    const job = inventJob(plan, { from, until: employed && index === 0 ? undefined : end }, index, 0, random);
    end = from - random.integer(0, 4);
    return { ...job, employmentType: random.pick(['internship', 'volunteer', 'part-time']) };
  });
  return { work, began: today - random.integer(2, 14) };
}

/** Lists school education, last, only for occupations that require no higher degree. */
export function inventEducation(plan: LifePlan, began: number, random: Random): DemoEducation[] {
  const { pack, texts, profile, place, places, level } = plan;
  const fields = FIELDS_OF_OCCUPATION[profile.occupation] ?? ['business-studies', 'humanities'];
  const { places: names } = pack.namePools(place.country);
  const study = (degree: string, until: number, months: number): DemoEducation => {
    const field = random.pick(fields);
    const pool =
      degree === 'secondary-school'
        ? texts.schools
        : degree === 'vocational-training'
          ? texts.colleges
          : texts.universities;
    const where = random.chance(0.6) ? place : random.weighted(places, ({ weight }) => weight);
    return {
      institution: pack.typeset(fillTemplate(random.pick(pool), { place: random.pick(names) })),
      degree,
      ...(degree === 'secondary-school' ? {} : { field }),
      ...(degree === 'secondary-school' ? {} : { studyProgram: random.pick(texts.programmes[field] ?? []) }),
      location: townOf(where),
      period: { from: monthText(until - months), until: monthText(until) },
    };
  };
  const end = began - random.integer(0, 4);
  const { degree } = profile;
  if (degree === 'no-degree' || degree === 'secondary-school') {
    const school = study('secondary-school', end, 72);
    return random.chance(0.4)
      ? [study('vocational-training', end, 24), study('secondary-school', end - 24, 72)]
      : [school];
  }
  if (degree === 'masters-degree' || (level === 'senior' && degree === 'bachelors-degree' && random.chance(0.35)))
    return [study('masters-degree', end, 24), study('bachelors-degree', end - 26, 36)];
  return [study(degree, end, degree === 'vocational-training' ? 36 : 40)];
}
