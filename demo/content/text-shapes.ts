import type { ManagerGroup } from '../occupations/occupation-profiles.js';

/** What one cause sounds like in one language. */
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

/** What one occupation does, in one language. */
export interface OccupationText {
  /** Follows "experience …", so it carries its own preposition. */
  field: string;
  junior: readonly string[];
  mid: readonly string[];
  senior: readonly string[];
  /** Title additions; without them the cause's programmes serve, and an empty list means none. */
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

/** The sentences that every advert of a language draws from, whatever the cause or occupation. */
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
  /** Where somebody who works remotely may live. */
  eligibility: readonly string[];
  /** Openings for the organizations of a cause that come after its own openings are taken. */
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
