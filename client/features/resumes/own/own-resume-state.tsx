import type { OwnResumeQuery } from '../../../../src/contract/generated/operations.js';
import { Alert } from '../../../components/ui/alert';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import { emptyGroups } from './empty-groups';
import styles from './own-resume-state.module.css';

/** What the owner should know of their resume: who sees it, and what recruiters miss in it. */
export function OwnResumeState({ resume }: { resume: NonNullable<OwnResumeQuery['ownResume']> }) {
  const { t } = usePage();
  const empty = emptyGroups(resume);
  return (
    <div className={styles.state} data-screen-only>
      <Alert kind={resume.visible ? 'good' : 'warn'}>
        {t(resume.visible ? 'resume.own.visible' : 'resume.own.hidden')}
      </Alert>
      <Panel id="missing" title={t(empty.length > 0 ? 'resume.own.emptyTitle' : 'resume.own.fullTitle')}>
        <p>{t(empty.length > 0 ? 'resume.own.emptyText' : 'resume.own.fullText')}</p>
        {empty.length > 0 && (
          <ul className={styles.empty}>
            {empty.map((group) => (
              <li key={group}>{t(`resume.empty.${group}`)}</li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
