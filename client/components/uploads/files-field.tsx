import { ACCEPTED_ATTACHMENTS } from '#contract/applications/uploads.js';
import { Column } from '../ui/containers/container';
import { FormField } from '../ui/forms/form-field';
import type { FileLimits } from '../../lib/files/file-texts';
import { formatBytes } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PendingFormFile } from '../../lib/page-form';
import styles from './files-field.module.css';

/**
 * Files of an application or a message (APP-02, PAGE-01): files that were uploaded already, which can be removed, and
 * an input for more.
 */
export function FilesField({
  label,
  error,
  kept,
  refused,
  isRequired = false,
  limits,
  help,
}: {
  label: string;
  error: string | undefined;
  kept: readonly PendingFormFile[];
  /** Names of rejected files: the form is not sent until the visitor removes them. */
  refused: readonly string[];
  isRequired?: boolean;
  limits: FileLimits;
  help: string;
}) {
  const { t, locale } = usePage();
  return (
    <Column gap={2} data-files>
      <FormField
        name="attachments"
        label={label}
        error={error}
        help={help}
        type="file"
        multiple
        accept={ACCEPTED_ATTACHMENTS}
        required={isRequired && kept.length === 0}
        data-required={isRequired ? '' : undefined}
        data-most={limits.most}
        data-most-bytes={limits.mostBytes}
        data-max-total={limits.maxTotalBytes}
      />
      <ul className={styles.kept} aria-label={t('files.list.kept')} data-file-list>
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
            <small>{t('files.list.notAdded')}</small>
          </li>
        ))}
      </ul>
      {kept.length + refused.length > 0 && <noscript>{t('files.list.untick')}</noscript>}
      <template data-refused-template>
        <li data-refused-file>
          <span data-file-name />
          <input type="hidden" name="refusedFiles" />
          <small>{t('files.list.notAdded')}</small>
          <button type="button" data-file-remove>
            {t('files.list.remove')}
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
            {t('files.list.retry')}
          </button>
          <button type="button" data-file-remove>
            {t('files.list.remove')}
          </button>
        </li>
      </template>
      <p className={styles.refused} role="alert" data-files-refused />
      <p className={styles.arrived} role="status" data-files-status />
    </Column>
  );
}
