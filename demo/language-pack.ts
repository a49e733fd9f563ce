import type { Language } from '../src/backend/reference/taxonomy/vocabulary.js';
import type { CauseText, NamePools, OccupationText, Phrases } from './content/text-shapes.js';
import type { DemoSalary } from './demo-data.js';
import type { TemplateValues } from './fill-template.js';
import type { Random } from './random.js';

/** How one organization writes its titles; the same in all its adverts. */
export interface TitleStyle {
  country: string;
  variant: number;
}

/** All that is particular to one language: its texts and the rules of writing it. */
export interface LanguagePack {
  language: Language;
  causes: Readonly<Record<string, CauseText>>;
  occupations: Readonly<Record<string, OccupationText>>;
  /** One entry a tone of voice (German: formal and informal). */
  voices: readonly Phrases[];
  namePools(country: string): NamePools;
  /** Completes a name with a legal form where the language has that custom. */
  completeName(name: string, country: string, random: Random): string;
  shortName(name: string): string;
  /** The title as it is used inside a sentence. */
  bareTitle(base: string, style: TitleStyle): string;
  fullTitle(base: string, qualifier: string | undefined, style: TitleStyle): string;
  internTitle(field: string, style: TitleStyle): string;
  volunteerTitle(base: string, style: TitleStyle): string;
  /** Turns a duty into one that is shared with those who answer for it. */
  assist(duty: string): string;
  partTimeSuffix: readonly string[];
  coverSuffix: readonly string[];
  /** Inflected forms of names and titles, for the placeholders of the texts. */
  inflect(names: { title: string; city: string; organization: string }): TemplateValues;
  numberWord(value: number): string;
  formatNumber(value: number, country: string): string;
  formatOrdinal(value: number): string;
  formatHours(hours: number): string;
  formatPay(salary: DemoSalary, country: string): string;
  formatDate(date: Date): string;
  /** The first of the month in which the work begins. */
  formatStart(date: Date): string;
  backgroundCheck(country: string): string;
  /** "in Canada or the United States": where somebody may live. */
  eligibleIn(countries: readonly string[]): string;
  /** Spelling and vocabulary of the country, before any placeholder is filled. */
  localize(text: string, country: string): string;
  /** What depends on neighbouring words, once all placeholders are filled. */
  typeset(text: string): string;
}
