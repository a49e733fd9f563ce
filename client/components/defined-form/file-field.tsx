import type { ReactNode } from 'react';
import { removalName, uploadName } from '#contract/defined-form/sent-values.js';
import { ACCEPTED_ATTACHMENTS, ACCEPTED_PICTURES } from '#contract/applications/uploads.js';
import { formatBytes } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { classNames } from '../ui/class-names';
import fieldStyles from '../ui/forms/field.module.css';
import { fieldId } from '../ui/forms/field-id';
import fieldFrame from '../ui/forms/form-field.module.css';
import { imageSources } from '../ui/media/image-sources';
import styles from './defined-form.module.css';
import type { PlainFieldProps } from './plain-field-props';

const WIDTH = 320;

/**
 * A field for a file or a picture: the current file, a checkbox that removes it, and an input for another one. With
 * scripts, a file is uploaded as soon as it is chosen, and its progress is shown; without scripts, it is sent with the
 * form.
 */
export function FileField({
  field: { name, kind, required, settings },
  values,
  error,
  words,
  label,
  picture,
  isPicture,
}: PlainFieldProps & { label: ReactNode; isPicture: boolean }) {
  const { t, locale } = usePage();
  const id = fieldId(name);
  const [current = ''] = values;
  const most = settings.mostBytes ? formatBytes(settings.mostBytes, locale) : '';
  return (
    <div
      className={classNames(fieldFrame.field, styles.file)}
      data-field={name}
      data-file-field
      data-kind={isPicture ? 'picture' : 'file'}
      data-most-bytes={settings.mostBytes ?? undefined}
      data-texts={JSON.stringify({
        type: t(isPicture ? 'defined-form.file.noPicture' : 'defined-form.file.noFile'),
        size: t('defined-form.file.size', { most }),
        empty: t('defined-form.file.empty'),
        lost: t('defined-form.file.lost'),
        sent: t('defined-form.file.sent'),
      })}
    >
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {current && (
        <CurrentFile value={current} isRemovable={!required} name={name} isPicture={isPicture} picture={picture} />
      )}
      <input
        type="file"
        id={id}
        name={uploadName(name)}
        accept={isPicture ? ACCEPTED_PICTURES : ACCEPTED_ATTACHMENTS}
        className={fieldStyles.input}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={error === undefined ? undefined : true}
        aria-required={required || undefined}
      />
      <input type="hidden" name={name} value={current} />
      <progress max={1} value={0} hidden aria-label={words.field(kind)} data-file-progress />
      <button type="button" className={styles.retry} hidden data-file-retry>
        {t('defined-form.file.retry')}
      </button>
      <p className={fieldFrame.help} id={`${id}-help`}>
        {words.help(kind)} {t(isPicture ? 'defined-form.file.pictures' : 'defined-form.file.files', { most })}
      </p>
      <p className={fieldFrame.error} id={`${id}-error`} role="alert" data-file-error>
        {error}
      </p>
      <p className={styles.soft} role="status" data-file-status />
    </div>
  );
}

/** The current file of the field: a stored file (`id name`), or one that was just uploaded. */
function CurrentFile({
  value,
  name,
  isPicture,
  isRemovable,
  picture,
}: {
  value: string;
  name: string;
  isPicture: boolean;
  isRemovable: boolean;
  picture: string | undefined;
}) {
  const { t } = usePage();
  const at = value.indexOf(' ');
  const file = at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
  const url = file && !picture && `/files/${file.id}/${encodeURIComponent(file.name)}`;
  return (
    <div data-file-current>
      {picture && <img src={picture} alt={t('defined-form.file.current')} />}
      {url && isPicture && <img {...imageSources(url, WIDTH)} alt={t('defined-form.file.current')} />}
      <span>
        {url && !isPicture ? <a href={url}>{file.name}</a> : t('defined-form.currentFile', { name: file?.name ?? '…' })}
      </span>
      {isRemovable && (
        <label className={styles.remove}>
          <input type="checkbox" name={removalName(name)} value="yes" />
          <span>{t('defined-form.file.remove')}</span>
        </label>
      )}
    </div>
  );
}
