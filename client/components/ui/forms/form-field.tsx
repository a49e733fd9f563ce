import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import { fieldId } from './field-labels';
import field from './field.module.css';
import styles from './form-field.module.css';
import { usePage } from '../../../lib/page-context';

interface FieldProps {
  name: string;
  label: ReactNode;
  /** Help text below the field: what to enter, or why it is needed. */
  help?: ReactNode;
  /** Error message about the entered value. */
  error?: string;
}

/** A single-line text field of a form: label above, help and error below. */
export function FormField({
  name,
  label,
  help,
  error,
  maxLength,
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'name'> & FieldProps & { children?: ReactNode }) {
  return (
    <div className={styles.field} data-field={name}>
      <label className={field.label} htmlFor={fieldId(name)}>
        {label}
      </label>
      <div className={styles.line}>
        <input {...input} {...described(name, help, error)} className={field.input} data-max-length={maxLength} />
        {children}
      </div>
      <Help id={fieldId(name)} help={help} />
      <FieldError id={fieldId(name)} error={error} />
      {maxLength !== undefined && <TooLongNote />}
    </div>
  );
}

/** A multi-line text field. @param id required if a page has several fields of this name */
export function FormTextArea({
  name,
  label,
  help,
  error,
  maxLength,
  children,
  id = fieldId(name),
  ...input
}: Omit<ComponentProps<'textarea'>, 'name'> & FieldProps) {
  return (
    <div className={styles.field} data-field={name}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...input}
        {...described(name, help, error, id)}
        className={classNames(field.input, styles.area)}
        data-max-length={maxLength}
      />
      {children}
      <Help id={id} help={help} />
      <FieldError id={id} error={error} />
      {maxLength !== undefined && <TooLongNote />}
    </div>
  );
}

/**
 * Says by how many characters a text is too long. With a `maxlength`, the browser would silently truncate pasted text;
 * so a script counts, and the server rejects a text that is still too long.
 */
function TooLongNote() {
  const { t } = usePage();
  return <p className={styles.error} role="status" data-too-long={t('form.tooLong')} />;
}

/** A checkbox with its label beside it. */
export function FormCheckbox({
  name,
  label,
  help,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'name'> & FieldProps) {
  return (
    <div className={styles.field} data-field={name}>
      <div className={styles.check}>
        <input {...input} {...described(name, help, error)} type="checkbox" />
        <label htmlFor={fieldId(name)}>{label}</label>
      </div>
      <Help id={fieldId(name)} help={help} />
      <FieldError id={fieldId(name)} error={error} />
    </div>
  );
}

function described(name: string, help: ReactNode, error: string | undefined, id = fieldId(name)) {
  return {
    id,
    name,
    'aria-describedby': classNames(Boolean(help) && `${id}-help`, `${id}-error`),
    'aria-invalid': error === undefined ? undefined : true,
  };
}

function Help({ id, help }: Pick<FieldProps, 'help'> & { id: string }) {
  if (!help) return null;
  return (
    <p className={styles.help} id={`${id}-help`}>
      {help}
    </p>
  );
}

/** Rendered even without an error, so that scripts can fill it in. */
function FieldError({ id, error }: Pick<FieldProps, 'error'> & { id: string }) {
  return (
    <p className={styles.error} id={`${id}-error`}>
      {error}
    </p>
  );
}

/** A password field with a button that reveals the password; the button appears once a script has activated it. */
export function PasswordField(props: Omit<ComponentProps<typeof FormField>, 'type' | 'children'>) {
  const { t } = usePage();
  return (
    <FormField {...props} type="password" autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        hidden
        className={styles.show}
        aria-label={t('form.showPassword')}
        data-show-password
        data-other-label={t('form.hidePassword')}
      >
        <span>{t('form.show')}</span>
        <span>{t('form.hide')}</span>
      </button>
    </FormField>
  );
}
