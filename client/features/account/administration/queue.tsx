import type {
  QueueKind,
  QueueState,
  QueueSummaryFieldsFragment,
  QueuedTaskFieldsFragment,
} from '#contract/generated/operations.js';
import type { DestinationName, RelayTaskCounts, RelayTask } from '#contract/measurement/relay-report.js';
import { QUEUE_PATH } from '#contract/pages/paths.js';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import table from '../../../components/ui/record-table.module.css';
import { Button } from '../../../components/ui/buttons/button';
import type { PageForm } from '../../../lib/page-form';
import styles from './administration.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export const QUEUE_STATES = ['failed', 'running', 'waiting'] as const satisfies readonly QueueState[];
/** Maximum up to which the backend counts. */
const MAX_COUNTED = 10_000;

/** Background jobs of the backend, and events that this process relays. */
export type ShownQueueKind = QueueKind | DestinationName;

interface QueueSummaryProps {
  summary: readonly (QueueSummaryFieldsFragment | RelayTaskCounts)[];
  kind: ShownQueueKind;
  state: QueueState;
}

/** Numbers of tasks by kind and state; each number links to its list. */
export function QueueSummary({ summary, kind, state }: QueueSummaryProps) {
  const { t, href, locale, site } = usePage();
  const number = new Intl.NumberFormat(locale);
  const shown = (count: number) =>
    count < MAX_COUNTED ? number.format(count) : t('admin.queue.atLeast', { count: number.format(count) });
  return (
    <table className={table.records} aria-label={t('admin.queue.summary')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.queue.kind')}</th>
          {QUEUE_STATES.map((each) => (
            <th key={each} scope="col">
              {t(`admin.queue.state.${each}`)}
            </th>
          ))}
          <th scope="col">{t('admin.queue.next')}</th>
        </tr>
      </thead>
      <tbody>
        {summary.map((row) => (
          <tr key={row.kind} data-queue={row.kind}>
            <th scope="row">{t(`admin.queue.kinds.${row.kind}`)}</th>
            {QUEUE_STATES.map((each) => (
              <td key={each} data-label={t(`admin.queue.state.${each}`)} data-state={each}>
                <a
                  href={href(`${QUEUE_PATH}?kind=${row.kind}&state=${each}`)}
                  aria-current={row.kind === kind && each === state ? 'page' : undefined}
                  aria-label={t('admin.queue.listed', {
                    count: shown(row[each]),
                    kind: t(`admin.queue.kinds.${row.kind}`),
                    state: t(`admin.queue.state.${each}`),
                  })}
                >
                  {row.kind === kind && each === state ? <strong>{shown(row[each])}</strong> : shown(row[each])}
                </a>
              </td>
            ))}
            <td data-label={t('admin.queue.next')}>
              {row.nextAt ? <time dateTime={row.nextAt}>{formatTime(row.nextAt, locale, site.timeZone)}</time> : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
      <CsrfFields value={form.csrf} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="state" value={state} />
    </>
  );
}
