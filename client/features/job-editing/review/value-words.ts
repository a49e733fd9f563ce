import { readEntry } from '#contract/defined-form/defined-form.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import type { Translate } from '#shared/text/translator.js';
import { withColon } from '../../../components/ui/forms/field-id';
import { countryName, formatDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { jobWords } from '../job-words';

/** The part of a field definition that determines its values. */
type ValueField = Pick<(typeof ALL_JOB_FIELDS)[number], 'name' | 'type' | 'settings'>;

/** @returns a function that formats the values of a field of a job's form as text */
export function useValueWords(): (field: string, values: readonly string[]) => string {
  const { t, locale } = usePage();
  return valueWords(t, locale);
}

/** The same for code outside of components. */
export function valueWords(t: Translate, locale: string): (field: string, values: readonly string[]) => string {
  const words = jobWords(t, locale);
  const wordsOf = (value: string, field: ValueField | undefined): string => {
    switch (field?.type) {
      case 'choice':
        return field.settings?.choices?.includes(value) ? words.choice(field.name, value) : value;
      case 'country':
        return /^[A-Z]{2}$/.test(value) ? countryName(value, locale) : value;
      case 'date':
        return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value, locale) : value;
      case 'boolean':
        return t('job-wizard.changes.yes');
      case 'entries':
        return entryWords(value, field.settings?.fields ?? []);
      default:
        return value;
    }
  };
  /** The first field is the title of the entry; the others follow with their labels, in the order of the form. */
  const entryWords = (value: string, fields: readonly ValueField[]): string => {
    const entry = readEntry(value);
    if (!entry) return value;
    return fields
      .flatMap((field, index) => {
        const held = entry[field.name];
        if (!held) return [];
        const said = wordsOf(held, field).split('\n').join(', ');
        return index === 0 ? said : `${withColon(words.field(field.name))} ${said}`;
      })
      .join(' · ');
  };
  return (name, values) => {
    const field = ALL_JOB_FIELDS.find((known) => known.name === name);
    return values.map((value) => wordsOf(value, field)).join(field?.type === 'entries' ? '; ' : ', ');
  };
}
