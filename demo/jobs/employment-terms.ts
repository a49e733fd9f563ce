import type { OccupationProfile } from '../occupations/occupation-profiles.js';
import type { Random } from '../random.js';

export type EmploymentKind =
  'full-time' | 'part-time' | 'contract' | 'temporary' | 'per-diem' | 'internship' | 'volunteer';

export interface EmploymentTerms {
  kind: EmploymentKind;
  employmentTypes: string[];
  hours: number;
  fullHours: number;
  months: number;
}

const fullHoursByCountry: Readonly<Record<string, readonly number[]>> = {
  CA: [35, 37.5, 37.5, 40],
  US: [37.5, 40],
  GB: [35, 35, 37, 37.5],
  IE: [35, 37],
  KE: [40],
  DE: [38.5, 39, 39, 40],
  AT: [37, 38],
  CH: [40, 41, 42],
  FR: [35],
  BE: [38],
};

function chooseKind(profile: OccupationProfile, level: string, random: Random): EmploymentKind {
  if (profile.occupation === 'executive-leadership') return 'full-time';
  const careWork = profile.desk === 0;
  const junior = level === 'junior';
  const kinds: readonly (readonly [EmploymentKind, number])[] = [
    ['full-time', 58],
    ['part-time', level === 'senior' ? 8 : 20],
    ['contract', 13],
    ['temporary', level === 'senior' ? 1 : 4],
    ['per-diem', careWork && level !== 'senior' ? 4 : 0],
    ['internship', junior && profile.intern ? 34 : 0],
    ['volunteer', junior && profile.volunteer ? 40 : 0],
  ];
  return random.weighted(kinds, ([, weight]) => weight)[0];
}

export function chooseTerms(
  profile: OccupationProfile,
  level: string,
  country: string,
  random: Random,
): EmploymentTerms {
  const kind = chooseKind(profile, level, random);
  const fullHours = random.pick(fullHoursByCountry[country] ?? [40]);
  const partHours = random.pick([15, 18, 20, 20, 22, 24, 25, 28, 30]);
  const shortened = kind === 'part-time' || ((kind === 'contract' || kind === 'temporary') && random.chance(0.2));
  const pace = shortened ? 'part-time' : 'full-time';
  const months =
    kind === 'temporary'
      ? random.integer(3, 6)
      : kind === 'internship'
        ? random.pick([3, 4, 6])
        : random.pick([12, 12, 18, 24]);
  const fixedTerm = kind === 'contract' || kind === 'temporary';
  return {
    kind,
    employmentTypes: fixedTerm ? [kind, pace] : [kind],
    hours: shortened ? partHours : fullHours,
    fullHours,
    months,
  };
}
