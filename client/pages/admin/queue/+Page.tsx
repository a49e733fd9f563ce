import { QUEUE_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import { Panel } from '../../../components/ui/containers/panel';
import { QueueSummary, RetryAll, TaskList } from '../../../features/account/administration/queue';
import { usePage } from '../../../lib/page-context';
import type { QueueData } from './+load.server';

export function Page({ data: { summary, tasks, kind, state, page, pages, tried, form } }: { data: QueueData }) {
  const { t, href } = usePage();
  const list = { kind, state, form };
  return (
    <OwnPage title={t('admin.queue.title')} intro={<p>{t('admin.queue.intro')}</p>}>
      {tried !== undefined && (
        <Alert kind="good" passing>
          <p role="status">{t('admin.queue.tried', { count: tried })}</p>
        </Alert>
      )}
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <QueueSummary summary={summary} kind={kind} state={state} />
      <Panel
        id="tasks"
        title={t('admin.queue.list', { kind: t(`admin.queue.kinds.${kind}`), state: t(`admin.queue.state.${state}`) })}
        aside={tasks.some(({ isRetryable }) => isRetryable) && <RetryAll {...list} />}
      >
        {tasks.length > 0 ? <TaskList tasks={tasks} {...list} /> : <p>{t('admin.queue.none')}</p>}
      </Panel>
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(`${QUEUE_PATH}?kind=${kind}&state=${state}&page=${to}`)}
        labels={{
          name: t('admin.queue.pages'),
          previous: t('search.pages.previous'),
          next: t('search.pages.next'),
        }}
      />
    </OwnPage>
  );
}
