import { entryFieldName, type EntryValues, type FieldValues, readEntry } from '#contract/defined-form/defined-form.js';
import { removalName } from '#contract/defined-form/sent-values.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { usePage } from '../../lib/page-context';
import { Button } from '../ui/buttons/button';
import { Column } from '../ui/containers/container';
import { fieldId, labelled } from '../ui/forms/field-labels';
import fieldFrame from '../ui/forms/form-field.module.css';
import styles from './defined-form.module.css';
import type { FormFieldDefinition, FormTerms, FormWords } from './form-view';
import { PlainField, PrivateMark } from './plain-field';

interface DefinedFieldProps {
  field: FormFieldDefinition;
  values: FieldValues;
  errors: readonly FormError[];
  terms: FormTerms;
  words: FormWords;
  /** URL of the picture in the form, if the picture has no URL of its own. */
  picture: string | undefined;
}

/** A field of a form, or a list of entries. */
export function DefinedField({ field, values, errors, terms, words, picture }: DefinedFieldProps) {
  const { name, type } = field;
  const own = values[name] ?? [];
  if (type === 'entries')
    return <EntriesField field={field} errors={errors} terms={terms} words={words} values={own} />;
  const error = errors.find((each) => each.field === name)?.message;
  return (
    <PlainField
      field={{ ...field, kind: name }}
      values={own}
      error={error}
      terms={terms}
      words={words}
      picture={picture}
    />
  );
}

interface EntriesFieldProps {
  field: FormFieldDefinition;
  values: readonly string[];
  errors: readonly FormError[];
  terms: FormTerms;
  words: FormWords;
}

/**
 * Entries that consist of several fields each, such as people or questions: the existing entries and an empty one. Or a
 * single group of fields.
 */
function EntriesField({ field, values, errors, terms, words }: EntriesFieldProps) {
  const { t, locale } = usePage();
  const { name, maxNumItems } = field;
  const id = fieldId(name);
  const entries = values.map((value) => readEntry(value) ?? {});
  const isFull = maxNumItems != null && entries.length >= maxNumItems;
  const error = errors.find((each) => each.field === name)?.message;
  const help = words.help(name);
  const fieldsOf = (entry: EntryValues, number: number) =>
    (field.settings.fields ?? []).map((own) => {
      const place = entryFieldName(name, number, own.name);
      const value = entry[own.name];
      return (
        <PlainField
          key={place}
          field={{ ...own, name: place, kind: own.name, settings: { ...own.settings } }}
          values={value === undefined ? [] : [value]}
          error={errors.find((each) => each.field === place)?.message}
          terms={terms}
          words={{ ...words, help: (kind) => words.help(kind, name) }}
        />
      );
    });
  if (!field.multiple)
    return (
      <Column as="fieldset" gap={2} className={styles.group} data-entries={name} id={id} tabIndex={-1}>
        <legend>
          {words.field(name)}
          {field.isPrivate && <PrivateMark />}
        </legend>
        {help && <p className={fieldFrame.help}>{help}</p>}
        <p className={fieldFrame.error} id={`${id}-error`}>
          {error}
        </p>
        <div className={styles.together}>{fieldsOf(entries[0] ?? {}, 1)}</div>
      </Column>
    );
  return (
    <Column as="section" gap={4} className={styles.entries} aria-labelledby={id} data-entries={name}>
      <h3 id={id} tabIndex={-1}>
        {words.field(name)}
      </h3>
      {help && <p className={fieldFrame.help}>{help}</p>}
      <p className={fieldFrame.error} id={`${id}-error`}>
        {error}
      </p>
      {entries.map((entry, index) => {
        const number = index + 1;
        const called = words.entry(name, number);
        return (
          <fieldset key={number} className={styles.entry} data-entry={number}>
            <legend>{called}</legend>
            {fieldsOf(entry, number)}
            <div className={styles.entryActions}>
              {number > 1 && (
                <Button
                  kind="quiet"
                  name="go"
                  value={`up:${name}.${number}`}
                  aria-label={labelled(t('defined-form.up'), called, locale)}
                >
                  {t('defined-form.up')}
                </Button>
              )}
              <label className={styles.remove}>
                <input type="checkbox" name={removalName(`${name}.${number}`)} value="yes" />
                <span>{t('defined-form.takeOut', { what: called })}</span>
              </label>
            </div>
          </fieldset>
        );
      })}
      {isFull ? (
        <p className={styles.soft}>{t('defined-form.atMost', { count: maxNumItems })}</p>
      ) : (
        <details className={styles.entry} open={entries.length === 0} data-entry="new">
          <summary>{words.addEntry(name)}</summary>
          <Column gap={4} className={styles.newEntry}>
            {fieldsOf({}, entries.length + 1)}
            <div>
              <Button kind="secondary" name="go" value="more">
                {t('defined-form.more')}
              </Button>
            </div>
          </Column>
        </details>
      )}
    </Column>
  );
}
