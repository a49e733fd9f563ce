import { RESUME_IMPORT_PATH, resumeWizardPath } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import styles from '../../../components/defined-form/defined-form.module.css';

/** Ways to begin for users without a resume. */
export function WaysToBegin() {
  const { t, href } = usePage();
  const { resumeImport } = useSite().features;
  const ways = [
    { name: 'write', path: resumeWizardPath('personal_info') },
    ...(resumeImport ? [{ name: 'import', path: RESUME_IMPORT_PATH }] : []),
  ];
  return (
    <ul className={styles.kinds} aria-label={t('resume-form.begin.ways')}>
      {ways.map(({ name, path }) => (
        <li key={name}>
          <a href={href(path)} rel="nofollow">
            <strong>{t(`resume-form.begin.${name}.title`)}</strong>
            <small>{t(`resume-form.begin.${name}.text`)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}
