import type { ClosingMessageQuery } from '#contract/generated/operations.js';
import { jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/panel';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';

type Closing = NonNullable<ClosingMessageQuery['closingMessage']>;

/** Whom a closing message reaches, those first who have waited longest. */
export function Recipients({ jobId, recipients, total }: { jobId: string } & Pick<Closing, 'recipients' | 'total'>) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel id="recipients" title={t('applications.closing.waiting', { count: total })}>
      <p className={styles.soft}>{t('applications.closing.who')}</p>
      <ul className={styles.rows} data-closing-recipients>
        {recipients.map(({ id, firstName, lastName, state, created }) => (
          <li key={id}>
            <div>
              <a href={href(jobApplicationPath(jobId, id))}>
                {firstName} {lastName}
              </a>
              <p>
                <time dateTime={created}>
                  {t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}
                </time>
              </p>
            </div>
            <StateTag state={state} side="employer" />
          </li>
        ))}
      </ul>
      {recipients.length < total && (
        <a href={href(jobApplicationsPath(jobId))}>
          {t('applications.closing.more', { count: total - recipients.length })}
        </a>
      )}
    </Panel>
  );
}
