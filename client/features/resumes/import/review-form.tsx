import {
  isCorrectable,
  partName,
  PROPOSAL_FIELD,
  takeName,
  type ReviewedValue,
} from '#contract/resume-import/review-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { AreaList } from '../../../components/defined-form/area-field';
import { Column } from '../../../components/ui/containers/container';
import { fieldId, labelled } from '../../../components/ui/forms/field-labels';
import { usePage } from '../../../lib/page-context';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import type { PageForm } from '../../../lib/page-form';
import { resumeWords } from '../editing/resume-form';
import type { FormTerms, FormWords } from '../../../components/defined-form/form-view';
import { PlainField } from '../../../components/defined-form/plain-field';
import { Tag } from '../../../components/ui/tag';
import { dateText, periodText } from '../detail/resume-view';
import styles from './import.module.css';
import type { Review, ShownItem } from './load-review';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

const MAX_QUOTED = 2;

/** Maximum length of the excerpt of the resume's current value. */
const MAX_BEFORE = 60;

const TITLE = ['studyProgram', 'fieldOfStudy', 'degreeLevel', 'jobTitle', 'companyName', 'institution', 'language'];
const PLACE = ['addressLine1', 'addressLine2', 'zip', 'locality', 'administrativeArea'];

/** Maximum length of the excerpt of a long text; the field contains all of it. */
const MAX_LENGTH = 80;

/** The items extracted from a file, to be accepted, corrected or skipped. Nothing is stored before the form is sent. */
export function ReviewForm({ form, review }: { form: PageForm; review: Review }) {
  const { t, href } = usePage();
  const words = resumeWords(t);
  const labels = Object.fromEntries(
    review.groups
      .flatMap((group) => group.items)
      .flatMap(({ index, field, values }) => [
        [takeName(index), words.field(field)],
        ...values.map(({ name }) => [partName(index, name), words.field(name)] as const),
      ]),
  );
  return (
    <Column gap={4} data-review>
      <h2 id="review" tabIndex={-1}>
        {t('resume-import.review.title')}
      </h2>
      <Alert>{t('resume-import.review.text')}</Alert>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} noValidate>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name={PROPOSAL_FIELD} value={review.proposal} />
        {review.groups.map(({ step, items }) => (
          <Column as="section" key={step} gap={2} className={styles.group} aria-labelledby={`step-${step}`}>
            <h3 id={`step-${step}`}>{words.step(step)}</h3>
            {items
              .filter(({ field }) => isCorrectable(field))
              .map((item) => (
                <ReviewedEntry key={item.index} item={item} terms={review.terms} errors={form.errors} words={words} />
              ))}
            <ReviewedWords
              items={items.filter(({ field }) => !isCorrectable(field))}
              errors={form.errors}
              words={words}
            />
          </Column>
        ))}
        <AreaList />
        <div className={styles.actions}>
          <Button name="go" value="confirm">
            {t('resume-import.review.confirm')}
          </Button>
          <ButtonLink kind="secondary" href={href(RESUME_IMPORT_PATH)} rel="nofollow">
            {t('resume-import.review.again')}
          </ButtonLink>
        </div>
        <p className={styles.soft}>{t('resume-import.review.kept')}</p>
      </Column>
    </Column>
  );
}

interface ReviewedWordsProps {
  items: readonly ShownItem[];
  errors: readonly FormError[];
  words: FormWords;
}

/**
 * Skills and other languages: each has a checkbox to add it. The lines of the file from which they were extracted are
 * quoted once, below all of them.
 */
function ReviewedWords({ items, errors, words }: ReviewedWordsProps) {
  const { t } = usePage();
  const source = useSource();
  const fields = [...new Set(items.map(({ field }) => field))];
  return fields.map((field) => (
    <fieldset key={field} className={styles.item} data-item={field}>
      <legend>{words.field(field)}</legend>
      <ul className={styles.words}>
        {items
          .filter((item) => item.field === field)
          .map(({ index, values: [value], texts, isTaken, isThere }) => {
            const name = takeName(index);
            const error = errors.find((each) => each.field === name)?.message;
            return (
              <li key={index}>
                <label className={styles.take}>
                  <input
                    type="checkbox"
                    id={fieldId(name)}
                    name={name}
                    value="yes"
                    defaultChecked={isTaken}
                    aria-describedby={isThere ? `${fieldId(name)}-help` : undefined}
                  />
                  <span>{value?.label ?? texts[0]}</span>
                </label>
                {isThere && (
                  <small id={`${fieldId(name)}-help`} className={styles.soft}>
                    {t('resume-import.review.there')}
                  </small>
                )}
                {error !== undefined && <p className={styles.error}>{error}</p>}
              </li>
            );
          })}
      </ul>
      <p className={styles.soft}>
        {source(items.filter((item) => item.field === field).flatMap(({ values }) => values))}
      </p>
    </fieldset>
  ));
}

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

/**
 * A single value or a summary of an entry, with a checkbox to add it. Its fields are in a disclosure, which is open if
 * one of them has an error.
 */
function ReviewedEntry({ item, terms, errors, words }: ReviewedEntryProps) {
  const { t, locale } = usePage();
  const source = useSource();
  const { index, field, definition, values, isTaken, isThere, before } = item;
  const take = takeName(index);
  const { title, details } = itemSummary(item, { terms, locale, t });
  const error = errors.find((each) => each.field === take)?.message;
  const isInvalid = values.some(({ name }) => errors.some((each) => each.field === partName(index, name)));
  const assumed = values.flatMap((value) => (value.assumed ? [words.field(value.name)] : []));
  // For several entries, the heading above names the field.
  const called = definition.multiple ? title : labelled(words.field(field), title, locale);
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
        <summary className={styles.edit} aria-label={labelled(t('resume-import.review.edit'), title, locale)}>
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

/** @returns a function that quotes the lines of the file from which an item was extracted, each line once */
function useSource(): (values: readonly ReviewedValue[]) => string {
  const { t } = usePage();
  return (values) => {
    const lines = [...new Set(values.flatMap((value) => value.lines))];
    const line = lines.slice(0, MAX_QUOTED).join(' / ') + (lines.length > MAX_QUOTED ? ' / …' : '');
    return t(lines.length > 1 ? 'resume-import.review.fromLines' : 'resume-import.review.fromLine', { line });
  };
}
