import { MAX_CONTACT_MESSAGE_LENGTH } from '#contract/contact-requests.js';
import field from '../../components/ui/forms/field.module.css';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './resume-contacts.module.css';

interface MessageFieldProps {
  /** Id of the field on the page, which may have several. */
  id: string;
  label: string;
  help: string;
  /** The submitted form, if it was this one. */
  form: PageForm | undefined;
}

/** A message to the other side; errors are shown below. */
export function MessageField({ id, label, help, form }: MessageFieldProps) {
  const { t } = usePage();
  const error = form?.errors.find((each) => each.field === 'message')?.message;
  return (
    <>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <textarea
        id={id}
        name="message"
        required
        rows={5}
        maxLength={MAX_CONTACT_MESSAGE_LENGTH}
        className={field.input}
        aria-describedby={`${id}-help`}
        aria-invalid={error === undefined ? undefined : true}
        defaultValue={form?.values.message ?? ''}
      />
      <p id={`${id}-help`} className={styles.soft} role={error === undefined ? undefined : 'alert'}>
        {error ?? t(help, { max: MAX_CONTACT_MESSAGE_LENGTH })}
      </p>
    </>
  );
}
