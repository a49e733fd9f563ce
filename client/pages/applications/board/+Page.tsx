import { ANSWER_DELAY_MINUTES } from '#contract/applications/recruiting-rules.js';
import { applicationBoardPath, APPLICATIONS_PATH, jobApplicationsPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Board } from '../../../features/applications/received/board';
import { ViewLinks } from '../../../features/applications/received/application-list';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { ApplicationBoardData } from './+load.server';

export function Page({ data: { job, columns, form, isMoved } }: { data: ApplicationBoardData }) {
  const { t, href, locale } = usePage();
  return (
    <OwnPage
      title={job.title}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: job.title, path: jobApplicationsPath(job.id) },
        { name: t('applications.board.title'), path: applicationBoardPath(job.id) },
      ]}
    >
      {isMoved && (
        <div role="status">
          <Alert kind="good" passing>
            {t('applications.notice.movedOn', { minutes: formatNumber(ANSWER_DELAY_MINUTES, locale) })}
          </Alert>
        </div>
      )}
      <FormErrors errors={form.errors} labels={{}} address={href(applicationBoardPath(job.id))} />
      <ViewLinks jobId={job.id} current="board" />
      <Board columns={columns} jobId={job.id} form={form} />
    </OwnPage>
  );
}
