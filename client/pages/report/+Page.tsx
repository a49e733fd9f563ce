import { Alert } from '../../components/ui/feedback/alert';
import { OwnPage } from '../../components/layouts/own-page';
import { ReportForm } from '../../features/contact/report-form';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { ReportPageData } from './+load.server';

export function Page({ data: { job, form } }: { data: ReportPageData }) {
  const { t, href, locale } = usePage();
  const { features } = useSite();
  const lang = job.language === locale.slice(0, 2) ? undefined : job.language;
  return (
    <OwnPage
      narrow
      title={t('job.reporting.title')}
      intro={
        <p>
          <a href={href(job.url.path)} lang={lang}>
            {job.title}
          </a>{' '}
          · {job.organization.name}
        </p>
      }
    >
      {features.readOnly ? (
        <Alert kind="warn">{t('maintenance.change')}</Alert>
      ) : (
        <ReportForm form={form} back={job.url.path.split('/').at(-1)!} />
      )}
    </OwnPage>
  );
}
