import type { ManagerGroup } from '../occupations/occupation-profiles.js';

/** Texts about one cause in one language. */
export interface CauseText {
  people: string;
  /** German only: the dative of `people`. */
  peopleDative?: string;
  programmes: readonly string[];
  /** Patterns of organization names. */
  names: readonly string[];
  openings: readonly string[];
  missions: readonly string[];
  story: readonly string[];
  beliefs: readonly string[];
}

/** Texts about one occupation in one language. */
export interface OccupationText {
  /** Completes "experience …", so it includes its own preposition. */
  field: string;
  junior: readonly string[];
  mid: readonly string[];
  senior: readonly string[];
  /** Additions to the title; if omitted, the cause's programmes are used; an empty list means none. */
  qualifiers?: readonly string[];
  pitch: readonly string[];
  duties: readonly string[];
  needs: readonly string[];
  skills: readonly string[];
}

export type Level = 'junior' | 'mid' | 'senior';

export interface Headings {
  about: readonly string[];
  role: readonly string[];
  duties: readonly string[];
  needs: readonly string[];
  offer: readonly string[];
  apply: readonly string[];
  equity: readonly string[];
}

export interface FactLabels {
  place: string;
  hours: string;
  pay: string;
  start: string;
  closing: string;
}

/** Sentences for the adverts of one language, for any cause and occupation. */
export interface Phrases {
  headings: Headings;
  facts: FactLabels;
  hooks: readonly string[];
  remoteHooks: readonly string[];
  reasons: readonly string[];
  reports: readonly string[];
  managers: Readonly<Record<ManagerGroup, readonly string[]>>;
  hours: Readonly<Record<string, readonly string[]>>;
  shortHours: Readonly<Record<string, string>>;
  workplace: Readonly<Record<'on-site' | 'hybrid' | 'remote', readonly string[]>>;
  shortWorkplace: Readonly<Record<'on-site' | 'hybrid' | 'remote', string>>;
  experience: Readonly<Record<string, readonly string[]>>;
  softNeeds: readonly string[];
  checks: readonly string[];
  encouragement: readonly string[];
  leadDuties: readonly string[];
  leadNeeds: readonly string[];
  learning: readonly string[];
  pay: readonly string[];
  payPlain: string;
  payUnsaid: readonly string[];
  benefits: Readonly<Record<string, readonly string[]>>;
  apply: Readonly<Record<'form' | 'email' | 'link', readonly string[]>>;
  timeline: readonly string[];
  closing: readonly string[];
  equity: readonly string[];
  /** Sentences about where a remote worker may live. */
  eligibility: readonly string[];
  /** Opening sentences for further organizations of a cause once all of the cause's own ones are used. */
  mottoOpenings: readonly string[];
  internPitch: readonly string[];
  internDuties: readonly string[];
  internNeeds: readonly string[];
  volunteerPitch: readonly string[];
  volunteerNeeds: readonly string[];
  volunteerOffer: readonly string[];
  local: readonly string[];
  history: readonly string[];
  team: readonly string[];
  funding: readonly string[];
}

export interface NamePools {
  places: readonly string[];
  surnames: readonly string[];
  saints: readonly string[];
  founders: readonly string[];
}
