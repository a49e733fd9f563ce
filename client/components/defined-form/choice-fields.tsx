import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { Column } from '../ui/column';
import fieldStyles from '../ui/forms/field.module.css';
import { fieldId } from '../ui/forms/field-id';
import styles from './defined-form.module.css';

/** Longer lists get a frame of their own to scroll in. */
const LONG_LIST = 12;

export interface Option {
  value: string;
  text: string;
}

interface ChoiceProps {
  name: string;
  label: ReactNode;
  help: ReactNode;
  error: string | undefined;
  options: readonly Option[];
  'aria-required'?: boolean | undefined;
}

/** One of a list. */
export function Select({ name, label, help, error, options, value, ...input }: ChoiceProps & { value: string }) {
  const { t } = usePage();
  const id = fieldId(name);
  return (
    <div className={styles.field} data-field={name}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <span className={fieldStyles.shell}>
        <select
          {...input}
          id={id}
          name={name}
          defaultValue={value}
          className={`${fieldStyles.input} ${fieldStyles.select}`}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
        >
          <option value="">{t('defined-form.choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      </span>
      <Notes id={id} help={help} error={error} />
    </div>
  );
}

/** Several of a list; what is chosen comes first. A long list can be searched where scripts run. */
export function Choices({
  name,
  label,
  help,
  error,
  options,
  values,
  most,
}: ChoiceProps & { values: readonly string[]; most: number | null | undefined }) {
  const { t } = usePage();
  const id = fieldId(name);
  const isLong = options.length > LONG_LIST;
  return (
    <Column as="fieldset" gap={2} data-field={name} id={id} aria-describedby={`${id}-help ${id}-error`}>
      <legend className={fieldStyles.label}>{label}</legend>
      <Notes
        id={id}
        help={
          <>
            {help} {most != null && most < options.length && t('defined-form.atMost', { count: most })}
          </>
        }
        error={error}
      />
      {isLong && (
        <div className={styles.find} data-choice-search hidden>
          <input
            type="search"
            className={fieldStyles.input}
            autoComplete="off"
            aria-label={t('defined-form.findChoice')}
            placeholder={t('defined-form.findChoice')}
          />
          <p role="status" data-text={t('defined-form.choicesShown')} />
        </div>
      )}
      <div className={isLong ? `${styles.options} ${styles.long}` : styles.options}>
        {chosenFirst(options, values).map((option) => (
          <label key={option.value}>
            <input type="checkbox" name={name} value={option.value} defaultChecked={values.includes(option.value)} />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </Column>
  );
}

function chosenFirst(options: readonly Option[], values: readonly string[]): readonly Option[] {
  const isChosen = ({ value }: Option) => values.includes(value);
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))];
}

function Notes({ id, help, error }: { id: string; help: ReactNode; error: string | undefined }) {
  return (
    <>
      <p className={styles.help} id={`${id}-help`}>
        {help}
      </p>
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
    </>
  );
}
