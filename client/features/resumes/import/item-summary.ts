import type { Translate } from '#shared/text/translator.js';
import type { FormTerms } from '../../../components/defined-form/form-view';
import { dateText, periodText } from '../detail/period-text';
import type { ShownItem } from './load-review';

export interface ItemSummary {
  /** Identifies the entry, such as a job title and an employer. */
  title: string;
  /** Its period and place; empty if the file contains neither. */
  details: string;
}

const TITLE = ['studyProgram', 'fieldOfStudy', 'degreeLevel', 'jobTitle', 'companyName', 'institution', 'language'];
const PLACE = ['addressLine1', 'addressLine2', 'zip', 'locality', 'administrativeArea'];
/** Maximum length of the excerpt of a long text; the field contains all of it. */
const MAX_LENGTH = 80;

/** An entry in two short lines, with corrected values instead of the extracted ones. */
export function itemSummary(
  { field, values, texts, definition }: ShownItem,
  { terms, locale, t }: { terms: FormTerms; locale: string; t: Translate },
): ItemSummary {
  const shown = new Map(
    values.map(({ name, value, label }, at) => {
      const text = texts[at] ?? '';
      const vocabulary = definition.settings.fields?.find((own) => own.name === name)?.settings.vocabulary ?? '';
      const term = terms[vocabulary]?.find(({ tid }) => String(tid) === text);
      return [name, term?.label ?? (text === value ? (label ?? text) : text)];
    }),
  );
  const named = (names: readonly string[]): string[] => names.flatMap((name) => shown.get(name) || []);
  const place = named(PLACE);
  if (place.length === 0 || definition.settings.fields?.some(({ name }) => name === 'addressLine1'))
    place.push(...named(['countryCode']));
  if (definition.type !== 'entries') {
    const text = shown.get(field) ?? '';
    return { title: definition.type === 'date' ? dateText(text, locale) : shortened(text), details: '' };
  }
  if (field === 'homeLocation') return { title: shortened(place.join(', ')), details: '' };
  const from = shown.get('from');
  const time = from ? [periodText({ from, until: shown.get('until') || null }, locale, t)] : [];
  const details = [...time, ...named(['level', 'employmentType']), ...(place.length > 0 ? [place.join(', ')] : [])];
  return { title: shortened(named(TITLE).join(', ')), details: details.join(' · ') };
}

/** A text on one line, truncated to the maximum length. */
export function shortened(text: string, maxLength = MAX_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line;
}
