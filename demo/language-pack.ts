import type { Language } from '../src/backend/reference/taxonomy/vocabularies.js';
import type { CauseText, NamePools, OccupationText, Phrases } from './content/text-shapes.js';
import type { DemoSalary } from './demo-data.js';
import type { TemplateValues } from './fill-template.js';
import type { Random } from './random.js';

/** How an organization writes job titles; the same in all its adverts. */
export interface TitleStyle {
  country: string;
  variant: number;
}

/** Everything specific to one language: its texts and the rules for writing it. */
export interface LanguagePack {
  language: Language;
  causes: Readonly<Record<string, CauseText>>;
  occupations: Readonly<Record<string, OccupationText>>;
  /** One entry per tone of voice (German: formal and informal). */
  voices: readonly Phrases[];
  namePools(country: string): NamePools;
  /** Adds a legal form to a name if that is usual in the language. */
  completeName(name: string, country: string, random: Random): string;
  shortName(name: string): string;
  /** The title as it is used inside a sentence. */
  bareTitle(base: string, style: TitleStyle): string;
  fullTitle(base: string, qualifier: string | undefined, style: TitleStyle): string;
  internTitle(field: string, style: TitleStyle): string;
  volunteerTitle(base: string, style: TitleStyle): string;
  /** Rephrases a duty as support for the people who are responsible for it. */
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
  /** Formats the first day of the month in which the work starts. */
  formatStart(date: Date): string;
  backgroundCheck(country: string): string;
  /** Returns for example "in Canada or the United States", the countries in which an employee may live. */
  eligibleIn(countries: readonly string[]): string;
  /** Applies the spelling and vocabulary of the country, before placeholders are filled. */
  localize(text: string, country: string): string;
  /** Applies the rules that depend on neighbouring words, after all placeholders are filled. */
  typeset(text: string): string;
}
