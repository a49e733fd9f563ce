import { APPLICATIONS_PATH, DASHBOARD_PATH, jobApplicationPath, ownApplicationPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import styles from '../../features/applications/applications.module.css';
import { usePage } from '../../lib/page-context';
import type { ApplicationFileTextData } from './+load.server';

/** The text of a document in an application: only its words, without pictures, links and formatting. */
export function Page({ data: { file } }: { data: ApplicationFileTextData }) {
  const { t, path } = usePage();
  const { name, url, lines, problem, isOwn, applicationId, jobId } = file;
  return (
    <OwnPage
      title={name}
      trail={[
        isOwn
          ? { name: t('account.menu.dashboard'), path: DASHBOARD_PATH }
          : { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        isOwn
          ? { name: t('applications.own.pageTitle'), path: ownApplicationPath(applicationId) }
          : { name: t('applications.received.one'), path: jobApplicationPath(jobId, applicationId) },
        { name, path },
      ]}
      intro={
        <p className={styles.facts}>
          <span>{t('applications.fileText.intro')}</span>
          <a href={url} download={name}>
            {t('applications.fileText.download')}
          </a>
        </p>
      }
      narrow
    >
      {problem !== null ? (
        <Alert kind="warn">{t(`applications.fileText.problem.${problem}`)}</Alert>
      ) : (
        <Panel id="text" title={t('applications.fileText.title')}>
          <p className={styles.text} data-file-text>
            {lines.join('\n')}
          </p>
        </Panel>
      )}
    </OwnPage>
  );
}
