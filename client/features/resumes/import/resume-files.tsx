import { RESUME_EXPORT_PATH, RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { useUser } from '../../../lib/user/user-context';
import styles from './import.module.css';

/** What one's resume can be read from, and taken away as: by the person themselves alone. */
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
