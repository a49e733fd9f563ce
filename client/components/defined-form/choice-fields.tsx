import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { Column } from '../ui/containers/container';
import fieldStyles from '../ui/forms/field.module.css';
import { fieldId } from '../ui/forms/field-labels';
import { Icon } from '../ui/icon';
import tagStyles from '../ui/tag.module.css';
import comboboxStyles from './combobox/combobox.module.css';
import styles from './defined-form.module.css';
import type { ComboboxTexts } from './combobox/combobox';
import type { SeveralChoicesTexts } from './combobox/several-choices';

/** Maximum number of checkboxes without a combobox: more of them do not fit on the screen of a phone. */
const MAX_BOXES = 12;
/** Maximum number of options of a `<select>` without a combobox. */
const MAX_OPTIONS = 15;

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
  autoComplete?: string | undefined;
  'aria-required'?: boolean | undefined;
}

/**
 * A field to choose one option of a list.
 *
 * @param isSearched whether a combobox replaces a long list if scripts run. Not for fields that browsers or other fields fill in: they need
 * the `<select>`.
 */
export function Select({
  name,
  label,
  help,
  error,
  options,
  value,
  isSearched = false,
  ...input
}: ChoiceProps & { value: string; isSearched?: boolean }) {
  const { t } = usePage();
  const id = fieldId(name);
  return (
    <div className={styles.field} data-field={name}>
      <label className={fieldStyles.label} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {isSearched && options.length > MAX_OPTIONS && (
        <OneChoiceFrame id={id} error={error} isRequired={input['aria-required']} />
      )}
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

/** A field to choose several options of a list; the chosen ones come first. A combobox replaces a long list if scripts run. */
export function Choices({
  name,
  label,
  help,
  error,
  options,
  values,
  most,
  'aria-required': isRequired,
}: ChoiceProps & { values: readonly string[]; most: number | null | undefined }) {
  const { t } = usePage();
  const id = fieldId(name);
  const limit = most != null && most < options.length ? most : undefined;
  const isChosen = ({ value }: Option): boolean => values.includes(value);
  const chosen = options.filter(isChosen);
  const boxes = (
    <div className={styles.options}>
      {[...chosen, ...options.filter((option) => !isChosen(option))].map((option) => (
        <label key={option.value}>
          <input type="checkbox" name={name} value={option.value} defaultChecked={isChosen(option)} />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
  return (
    <Column as="fieldset" gap={2} data-field={name} id={id} aria-describedby={`${id}-help ${id}-error`}>
      <legend className={fieldStyles.label} id={`${id}-label`}>
        {label}
      </legend>
      <Notes
        id={id}
        help={
          <>
            {help} {limit !== undefined && t('defined-form.atMost', { count: limit })}
          </>
        }
        error={error}
      />
      {options.length > MAX_BOXES ? (
        <>
          <SeveralChoicesFrame id={id} error={error} isRequired={isRequired} chosen={chosen} most={limit} />
          <div className={comboboxStyles.boxes}>{boxes}</div>
        </>
      ) : (
        boxes
      )}
    </Column>
  );
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

interface FrameProps {
  /** Id of the field; that of its label is `${id}-label`. */
  id: string;
  error: string | undefined;
  isRequired: boolean | undefined;
}

/**
 * Elements of a combobox, with which scripts replace the checkboxes behind it (`startCombobox`). The form still submits the checkboxes, so
 * that the rest of the form does not depend on the combobox. Until the script is loaded, only the chosen options are shown (if scripts are
 * enabled), so that starting the combobox causes no layout shift.
 *
 * @param chosen the options that are already chosen
 * @param most maximum number of options that may be chosen; undefined if there is no limit
 */
function SeveralChoicesFrame({
  chosen,
  most,
  ...field
}: FrameProps & { chosen: readonly { value: string; text: string }[]; most: number | undefined }) {
  const { t } = usePage();
  const texts: SeveralChoicesTexts = {
    ...useTexts(),
    added: t('defined-form.choiceAdded'),
    removed: t('defined-form.choiceRemoved'),
    chosen: most === undefined ? t('defined-form.chosen') : t('defined-form.chosenOf', { most }),
    remove: t('defined-form.removeChoice'),
  };
  return (
    <div className={comboboxStyles.combobox} data-combobox={JSON.stringify(texts)} inert>
      <ul className={comboboxStyles.chosen} aria-label={t('defined-form.chosenChoices')}>
        {chosen.map(({ value, text }) => (
          <Chip key={value}>{text}</Chip>
        ))}
      </ul>
      <template>
        <Chip />
      </template>
      <TextAndList {...field} />
    </div>
  );
}

function Chip({ children }: { children?: string }) {
  return (
    <li>
      <button type="button" className={tagStyles.chip}>
        <span>{children}</span>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Elements of a combobox that replaces a `<select>`. */
function OneChoiceFrame(field: FrameProps) {
  return (
    <div className={comboboxStyles.combobox} data-combobox={JSON.stringify(useTexts())} inert>
      <TextAndList {...field} />
    </div>
  );
}

function useTexts(): ComboboxTexts {
  const { t } = usePage();
  return { none: t('defined-form.noChoice'), shown: t('defined-form.choicesShown') };
}

function TextAndList({ id, error, isRequired }: FrameProps) {
  const { t } = usePage();
  return (
    <>
      <div className={comboboxStyles.box}>
        <span className={fieldStyles.shell}>
          <input
            type="text"
            role="combobox"
            id={`${id}-combobox`}
            className={`${fieldStyles.input} ${fieldStyles.select}`}
            placeholder={t('defined-form.findChoice')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-help ${id}-error`}
            aria-invalid={error === undefined ? undefined : true}
            aria-required={isRequired}
            aria-autocomplete="list"
            aria-expanded={false}
            aria-controls={`${id}-listbox`}
          />
        </span>
        <div
          className={comboboxStyles.list}
          id={`${id}-listbox`}
          data-listbox
          // Browsers would otherwise include a scrollable element in the tab order.
          tabIndex={-1}
          hidden
        />
      </div>
      <p className={comboboxStyles.status} role="status" />
    </>
  );
}
