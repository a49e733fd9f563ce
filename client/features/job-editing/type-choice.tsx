import type { JobType } from '#contract/job-form/job-form.js';
import { JOB_WIZARD_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from '../../components/defined-form/defined-form.module.css';

/** How a new job is given, where the site leaves a choice: each way has a form of its own. */
export function TypeChoice({ type }: { type: JobType }) {
  const { t, href } = usePage();
  const { types } = useSite().jobForm;
  if (types.length < 2) return null;
  return (
    <nav aria-label={t('job-wizard.typeTitle')} className={styles.kinds}>
      {types.map((known) => (
        <a
          key={known}
          href={href(`${JOB_WIZARD_PATH}?type=${known}`)}
          aria-current={known === type ? 'true' : undefined}
        >
          <strong>{t(`job-wizard.type.${known}`)}</strong>
          <small>{t(`job-wizard.typeHelp.${known}`)}</small>
        </a>
      ))}
    </nav>
  );
}
