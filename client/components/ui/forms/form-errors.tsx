import type { FormError } from '#contract/applications/sent-form.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { usePage } from '../../../lib/page-context';
import { DangerAlert } from '../feedback/alert';
import { fieldId, withColon } from './field-labels';
import styles from './form-field.module.css';

/**
 * The errors of a submitted form, shown above it: each error of the whole form in a separate alert, errors of fields in
 * one alert with links to them. Scripts render the same (`client/lib/forms`).
 * @param labels labels of the fields, by name
 * @param address address of the page without the errors
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
  const { t, locale } = usePage();
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
                  {withColon(labels[field!]!, locale)}{' '}
                  <span dangerouslySetInnerHTML={{ __html: sanitizeMessage(message) }} />
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
