import type { FormError } from '#contract/applications/sent-form.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { usePage } from '../../../lib/page-context';
import { DangerAlert } from '../feedback/alert';
import { fieldId } from './field-id';
import styles from './form-field.module.css';
import { withColon } from './with-colon';

/**
 * What is wrong with a form that was sent, above it: what concerns the whole each in an alert of its own, what concerns fields in one
 * that leads to them. Scripts fill in the same (`client/lib/forms`).
 * @param labels of the fields by their names
 * @param address of the page without the errors
 */
export function FormErrors({
  errors,
  labels,
  address,
}: {
  errors: readonly FormError[];
  labels: Readonly<Record<string, string>>;
  address: string;
}) {
  const { t } = usePage();
  const ofFields = errors.filter(({ field }) => field !== null && field in labels);
  const ofAll = errors.filter((error) => !ofFields.includes(error));
  return (
    <div className={styles.errors} data-form-errors>
      {ofAll.map(({ message }) => (
        <DangerAlert key={message} address={address}>
          <p dangerouslySetInnerHTML={{ __html: sanitizeMessage(message) }} />
        </DangerAlert>
      ))}
      {ofFields.length > 0 && (
        <DangerAlert address={address}>
          <p>{t('form.fix')}</p>
          <ul>
            {ofFields.map(({ field, message }) => (
              <li key={field! + message}>
                <a href={`#${fieldId(field!)}`}>
                  {withColon(labels[field!]!)} <span dangerouslySetInnerHTML={{ __html: sanitizeMessage(message) }} />
                </a>
              </li>
            ))}
          </ul>
        </DangerAlert>
      )}
      <template>
        <DangerAlert address={address}>
          <p>{t('form.fix')}</p>
        </DangerAlert>
      </template>
    </div>
  );
}
