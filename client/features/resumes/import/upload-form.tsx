import { RESUME_EXPORT_PATH, RESUME_IMPORT_PATH, resumeWizardPath } from '#contract/pages/paths.js';
import { FILE_FIELD } from '#contract/resume-import/review-form.js';
import { RESUME_FILE } from '#contract/applications/uploads.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField } from '../../../components/ui/forms/form-field';
import { formatBytes } from '../../../lib/format';
import { usePage, useSite } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './import.module.css';
import { Panel } from '../../../components/ui/containers/panel';
import { useUser } from '../../../lib/user/user-context';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

const ACCEPTED = '.pdf,.docx,.json';

/**
 * Upload of a file to extract data from. Submitted the same way with and without scripts; scripts show the progress.
 */
export function UploadForm({ form }: { form: PageForm }) {
  const { t, href, locale } = usePage();
  const label = t('resume-import.file.label');
  const most = formatBytes(RESUME_FILE.mostBytes, locale);
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={{ [FILE_FIELD]: label }} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        encType="multipart/form-data"
        gap={4}
        className={styles.card}
        data-resume-import
        data-most-bytes={RESUME_FILE.mostBytes}
        data-texts={JSON.stringify({
          size: t('rules.resumeFile.size', { max: most }),
          missing: t('resume-import.file.missing'),
          sending: t('resume-import.file.sending'),
          reading: t('resume-import.file.reading'),
          lost: t('resume-import.file.lost'),
        })}
      >
        <CsrfFields value={form.csrf} />
        <FormField
          name={FILE_FIELD}
          label={label}
          help={t('resume-import.file.help', { most })}
          error={form.errors.find(({ field }) => field === FILE_FIELD)?.message}
          type="file"
          accept={ACCEPTED}
        />
        <p className={styles.soft}>{t('resume-import.file.private')}</p>
        <div className={styles.actions}>
          <Button name="go" value="read">
            {t('resume-import.file.submit')}
          </Button>
          <a href={href(resumeWizardPath('personal_info'))} rel="nofollow">
            {t('resume-import.byHand')}
          </a>
        </div>
        <progress max={1} value={0} hidden aria-label={t('resume-import.file.sending')} />
        <p role="status" className={styles.soft} data-status />
      </Column>
    </Column>
  );
}

/** File formats from which the resume can be imported and to which it can be exported: only by its owner. */
export function ResumeFiles() {
  const { t, href } = usePage();
  const { resumeImport, readOnly } = useSite().features;
  const { masqueraded } = useUser();
  const isReadable = resumeImport && !readOnly;
  if (masqueraded && !isReadable) return null;
  return (
    <div data-screen-only>
      <Panel id="files" title={t('resume-import.files.title')}>
        <p>{t('resume-import.files.text')}</p>
        <p className={styles.actions}>
          {!masqueraded && (
            <a href={href(RESUME_EXPORT_PATH)} rel="nofollow" download>
              {t('resume-import.files.download')}
            </a>
          )}
          {isReadable && (
            <a href={href(RESUME_IMPORT_PATH)} rel="nofollow">
              {t('resume-import.files.read')}
            </a>
          )}
        </p>
      </Panel>
    </div>
  );
}
