import { APPLICATION_FILES, ACCEPTED_ATTACHMENTS } from '#contract/applications/uploads.js';
import { Column } from '../../../components/ui/column';
import { FormField } from '../../../components/ui/forms/form-field';
import { formatBytes } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PendingFormFile } from '../../../lib/page-form';
import styles from './apply-form.module.css';

/** Files of an application (APP-02): those that are there already, to be taken out again, and a field for more. */
export function FilesField({
  label,
  error,
  kept,
  refused,
  isRequired,
  limits,
  keptDays,
}: {
  label: string;
  error: string | undefined;
  kept: readonly PendingFormFile[];
  /** Names of files that were not accepted: the application is not sent until the applicant takes them out. */
  refused: readonly string[];
  isRequired: boolean;
  limits: Readonly<Record<'most' | 'each' | 'all', string>>;
  /** After so many days they are deleted. */
  keptDays: number | null;
}) {
  const { t, locale } = usePage();
  return (
    <Column gap={2} data-files>
      <FormField
        name="attachments"
        label={label}
        error={error}
        help={[
          t('applications.form.attachmentsHelp', limits),
          ...(keptDays === null ? [] : [t('applications.form.keptDays', { count: keptDays })]),
        ].join(' ')}
        type="file"
        multiple
        accept={ACCEPTED_ATTACHMENTS}
        required={isRequired && kept.length === 0}
        data-required={isRequired ? '' : undefined}
        data-most={APPLICATION_FILES.most}
        data-most-bytes={APPLICATION_FILES.mostBytes}
        data-max-total={APPLICATION_FILES.maxTotalBytes}
      />
      <ul className={styles.kept} aria-label={t('applications.form.kept')} data-file-list>
        {kept.map(({ token, name, size }, index) => (
          <li key={token} data-file data-size={size}>
            <label>
              <input type="checkbox" name="attachments" value={token} id={`kept-${index}`} defaultChecked />
              <span>{name}</span>
            </label>
            <small>{formatBytes(size, locale)}</small>
          </li>
        ))}
        {refused.map((name, index) => (
          <li key={name} data-refused-file>
            <label>
              <input
                type="checkbox"
                name="refusedFiles"
                value={encodeURIComponent(name)}
                id={`refused-${index}`}
                defaultChecked
              />
              <span>{name}</span>
            </label>
            <small>{t('applications.form.notAdded')}</small>
          </li>
        ))}
      </ul>
      {kept.length + refused.length > 0 && <noscript>{t('applications.form.untick')}</noscript>}
      <template data-refused-template>
        <li data-refused-file>
          <span data-file-name />
          <input type="hidden" name="refusedFiles" />
          <small>{t('applications.form.notAdded')}</small>
          <button type="button" data-file-remove>
            {t('applications.form.remove')}
          </button>
        </li>
      </template>
      <template data-file-template>
        <li data-file>
          <span data-file-name />
          <input type="hidden" name="attachments" disabled />
          <small data-file-size />
          <progress max={1} value={0} data-file-progress />
          <button type="button" data-file-retry hidden>
            {t('applications.form.retry')}
          </button>
          <button type="button" data-file-remove>
            {t('applications.form.remove')}
          </button>
        </li>
      </template>
      <p className={styles.refused} role="alert" data-files-refused />
      <p className={styles.arrived} role="status" data-files-status />
    </Column>
  );
}
