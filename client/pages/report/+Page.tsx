import { MAX_REPORT_LENGTH, REPORT_REASONS } from '#contract/applications/report-form.js';
import { Alert } from '../../components/ui/feedback/alert';
import { OwnPage } from '../../components/layouts/own-page';
import { usePage, useSite } from '../../lib/page-context';
import { Select } from '../../components/defined-form/choice-fields';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../components/ui/forms/form-field';
import type { PageForm } from '../../lib/page-form';
import { CsrfFields, Honeypot } from '../../components/ui/forms/hidden-fields';
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

/**
 * Reports a problem of a job to the operators of the site; works without scripts.
 *
 * @param back last segment of the job's address
 */
function ReportForm({ form, back }: { form: PageForm; back: string }) {
  const { t } = usePage();
  const labels = {
    reason: t('job.reporting.reason'),
    body: t('job.reporting.body'),
    email: t('job.reporting.email'),
  };
  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: form.errors.find((error) => error.field === name)?.message,
  });
  const options = REPORT_REASONS.map((value) => ({ value, text: t(`job.reporting.reasons.${value}`) }));
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} noValidate data-report-form>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="back" value={back} />
        <Select
          {...field('reason')}
          help={undefined}
          options={options}
          value={form.values.reason ?? ''}
          aria-required
        />
        <FormTextArea
          {...field('body')}
          help={t('job.reporting.bodyHelp')}
          defaultValue={form.values.body}
          rows={6}
          maxLength={MAX_REPORT_LENGTH}
          aria-required
        />
        <FormField
          {...field('email')}
          help={t('job.reporting.emailHelp')}
          defaultValue={form.values.email}
          type="email"
          autoComplete="email"
        />
        <Honeypot />
        <div>
          <Button>{t('job.reporting.submit')}</Button>
        </div>
      </Column>
    </Column>
  );
}
