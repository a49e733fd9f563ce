import type { ComponentProps } from 'react';
import { usePage } from '../../../lib/page-context';
import { FormField } from './form-field';
import styles from './password-field.module.css';

/** A password, with a button that shows it; the button is there once a script makes it work. */
export function PasswordField(props: Omit<ComponentProps<typeof FormField>, 'type' | 'children'>) {
  const { t } = usePage();
  return (
    <FormField {...props} type="password" autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        hidden
        className={styles.show}
        aria-pressed="false"
        aria-label={t('form.showPassword')}
        data-show-password
      >
        <span>{t('form.show')}</span>
        <span>{t('form.hide')}</span>
      </button>
    </FormField>
  );
}
