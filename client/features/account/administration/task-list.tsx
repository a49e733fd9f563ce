import type { QueuedTaskFieldsFragment, QueueState } from '#contract/generated/operations.js';
import type { RelayTask } from '#contract/measurement/relay-report.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { Button } from '../../../components/ui/buttons/button';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from './administration.module.css';
import type { ShownQueueKind } from './queue-summary';

interface TaskListProps {
  tasks: readonly (QueuedTaskFieldsFragment | RelayTask)[];
  kind: ShownQueueKind;
  state: QueueState;
  form: PageForm;
}

/** Tasks of one kind in one state, with the reasons of failures and a button to retry. */
export function TaskList({ tasks, kind, state, form }: TaskListProps) {
  const { t, locale, site: viewed } = usePage();
  // A failed feed is read again at its scheduled time, and an event of a payment service is processed again.
  const when = (kind === 'feed' || kind === 'payment') && state === 'failed' ? 'again' : state;
  return (
    <ol className={styles.events}>
      {tasks.map(({ id, site, name, about, dueAt, attempts, reason, isRetryable }) => (
        <li key={id} data-task={id}>
          <p>
            <strong>{name || t('job-wizard.untitled')}</strong>
            <time dateTime={dueAt}>
              {t(`admin.queue.at.${when}`, { time: formatTime(dueAt, locale, viewed.timeZone) })}
            </time>
          </p>
          <p className={styles.soft}>
            {[about, site, attempts > 0 && t('admin.queue.attempts', { count: attempts })].filter(Boolean).join(' · ')}
          </p>
          {reason && (
            <p>
              {t('admin.queue.reason')} {reason}
            </p>
          )}
          {isRetryable && (
            <form method="post" action={form.action}>
              <RetryFields kind={kind} state={state} form={form} />
              <input type="hidden" name="id" value={id} />
              <Button kind="secondary" aria-label={t('admin.queue.retryNamed', { name: about ?? name })}>
                {t('admin.queue.retry')}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Retries all listed tasks, on every page of the list. */
export function RetryAll({ kind, state, form }: Omit<TaskListProps, 'tasks'>) {
  const { t } = usePage();
  return (
    <form method="post" action={form.action} data-retry-all>
      <RetryFields kind={kind} state={state} form={form} />
      <Button>{t('admin.queue.retryAll')}</Button>
    </form>
  );
}

function RetryFields({ kind, state, form }: Omit<TaskListProps, 'tasks'>) {
  return (
    <>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="state" value={state} />
    </>
  );
}
