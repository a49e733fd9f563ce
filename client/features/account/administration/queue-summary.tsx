import type { QueueKind, QueueState, QueueSummaryFieldsFragment } from '#contract/generated/operations.js';
import type { DestinationName, RelayTaskCounts } from '#contract/measurement/relay-report.js';
import { QUEUE_PATH } from '#contract/pages/paths.js';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import table from '../../../components/ui/record-table.module.css';

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
