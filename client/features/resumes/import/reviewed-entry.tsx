import { partName, takeName } from '#contract/resume-import/review-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { Translate } from '#shared/text/translator.js';
import type { FormTerms } from '../../../components/defined-form/form-view';
import type { FormWords } from '../../../components/defined-form/form-words';
import { PlainField } from '../../../components/defined-form/plain-field';
import { Column } from '../../../components/ui/containers/column';
import { fieldId } from '../../../components/ui/forms/field-id';
import { Tag } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import { dateText, periodText } from '../detail/period-text';
import styles from './import.module.css';
import type { ShownItem } from './load-review';
import { useSource } from './source';

/** Maximum length of the excerpt of the resume's current value. */
const MAX_BEFORE = 60;

interface ReviewedEntryProps {
  item: ShownItem;
  terms: FormTerms;
  errors: readonly FormError[];
  words: FormWords;
}

interface ItemSummary {
  /** Identifies the entry, such as a job title and an employer. */
  title: string;
  /** Its period and place; empty if the file contains neither. */
  details: string;
}

const TITLE = ['studyProgram', 'fieldOfStudy', 'degreeLevel', 'jobTitle', 'companyName', 'institution', 'language'];
const PLACE = ['addressLine1', 'addressLine2', 'zip', 'locality', 'administrativeArea'];
/** Maximum length of the excerpt of a long text; the field contains all of it. */
const MAX_LENGTH = 80;

/**
 * A single value or a summary of an entry, with a checkbox to add it. Its fields are in a disclosure, which is open if
 * one of them has an error.
 */
export function ReviewedEntry({ item, terms, errors, words }: ReviewedEntryProps) {
  const { t, locale } = usePage();
  const source = useSource();
  const { index, field, definition, values, isTaken, isThere, before } = item;
  const take = takeName(index);
  const { title, details } = itemSummary(item, { terms, locale, t });
  const error = errors.find((each) => each.field === take)?.message;
  const isInvalid = values.some(({ name }) => errors.some((each) => each.field === partName(index, name)));
  const assumed = values.flatMap((value) => (value.assumed ? [words.field(value.name)] : []));
  // For several entries, the heading above names the field.
  const called = definition.multiple ? title : `${words.field(field)}: ${title}`;
  return (
    <fieldset className={styles.item} data-item={field}>
      <legend>
        <label className={styles.take}>
          <input type="checkbox" id={fieldId(take)} name={take} value="yes" defaultChecked={isTaken} />
          <span>{called}</span>
        </label>
      </legend>
      {isThere && <p className={styles.note}>{t('resume-import.review.there')}</p>}
      {before !== undefined && (
        <p className={styles.note}>{t('resume-import.review.before', { value: shortened(before, MAX_BEFORE) })}</p>
      )}
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <details open={isInvalid}>
        <summary className={styles.edit} aria-label={`${t('resume-import.review.edit')}: ${title}`}>
          {details && <span className={styles.details}>{details}</span>}
          {assumed.length > 0 && <Tag>{t('resume-import.review.check', { fields: assumed.join(', ') })}</Tag>}
          <span className={styles.open}>{t('resume-import.review.edit')}</span>
        </summary>
        <p className={styles.note}>{source(values)}</p>
        <ItemFields item={item} terms={terms} errors={errors} words={words} />
      </details>
    </fieldset>
  );
}

function ItemFields({ item: { index, definition, values, texts }, terms, errors, words }: ReviewedEntryProps) {
  const { t } = usePage();
  const isEntry = definition.type === 'entries';
  return (
    <Column gap={4} className={styles.parts}>
      {values.map((value, at) => {
        const part = isEntry ? definition.settings.fields?.find((own) => own.name === value.name) : definition;
        if (!part) return null;
        const name = partName(index, value.name);
        const help = value.assumed ? t('resume-import.review.assumed') : undefined;
        return (
          <PlainField
            key={name}
            field={{ name, kind: value.name, type: part.type, required: part.required, settings: { ...part.settings } }}
            values={texts[at] ? [texts[at]] : []}
            error={errors.find((each) => each.field === name)?.message}
            terms={terms}
            words={{ ...words, help: () => help, conditional: [value.name] }}
          />
        );
      })}
    </Column>
  );
}

/** An entry in two short lines, with corrected values instead of the extracted ones. */
function itemSummary(
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
function shortened(text: string, maxLength = MAX_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line;
}
