import { usePage } from '../../../lib/page-context';
import fieldStyles from '../../ui/forms/field.module.css';
import { Icon } from '../../ui/icon';
import tagStyles from '../../ui/tag.module.css';
import type { ComboboxTexts } from './combobox';
import styles from './combobox.module.css';
import type { SeveralChoicesTexts } from './several-choices';

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
export function SeveralChoicesFrame({
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
    <div className={styles.combobox} data-combobox={JSON.stringify(texts)} inert>
      <ul className={styles.chosen} aria-label={t('defined-form.chosenChoices')}>
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
export function OneChoiceFrame(field: FrameProps) {
  return (
    <div className={styles.combobox} data-combobox={JSON.stringify(useTexts())} inert>
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
      <div className={styles.box}>
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
          className={styles.list}
          id={`${id}-listbox`}
          data-listbox
          // Browsers would otherwise include a scrollable element in the tab order.
          tabIndex={-1}
          hidden
        />
      </div>
      <p className={styles.status} role="status" />
    </>
  );
}
