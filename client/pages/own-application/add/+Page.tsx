import { DASHBOARD_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { MAX_BODY_LENGTH } from '#contract/applications/recruiting-rules.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { FilesField } from '../../../components/uploads/files-field';
import { type FileTexts, fileTexts, limitTexts } from '../../../lib/files/file-texts';
import type { SendingTexts } from '../../../lib/forms/send-once';
import type { PendingFormFile, PageForm } from '../../../lib/page-form';
import type { AdditionPageData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export function Page({ data: { application, form, kept } }: { data: AdditionPageData }) {
  const { t, path } = usePage();
  return (
    <OwnPage
      title={t('applications.add.title')}
      trail={[
        { name: t('account.menu.dashboard'), path: DASHBOARD_PATH },
        { name: application.job.title, path: ownApplicationPath(application.id) },
        { name: t('applications.add.title'), path },
      ]}
      narrow
    >
      <AdditionForm form={form} kept={kept} organization={application.job.organizationName} />
    </OwnPage>
  );
}

/**
 * Adds a message or files to an application that was sent.
 *
 * @param kept files that were uploaded before
 */
function AdditionForm({
  form,
  kept,
  organization,
}: {
  form: PageForm;
  kept: readonly PendingFormFile[];
  organization: string;
}) {
  const { t, locale } = usePage();
  const limits = limitTexts(APPLICATION_FILES, locale);
  const labels = { body: t('applications.add.body'), attachments: t('applications.add.files') };
  const errorOf = (name: string) => form.errors.find(({ field }) => field === name)?.message;
  const texts: FileTexts & SendingTexts = {
    ...fileTexts(t, limits),
    refused: t('applications.form.stillRefused'),
    busy: t('applications.add.busy'),
    waiting: t('applications.form.script.waiting'),
  };
  return (
    <>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        encType="multipart/form-data"
        gap={5}
        data-addition-form
        data-locale={locale}
        data-texts={JSON.stringify(texts)}
        data-checks={JSON.stringify({ messages: {}, labels })}
      >
        <CsrfFields value={form.csrf} />
        <FormTextArea
          name="body"
          label={labels.body}
          help={t('applications.add.help', { organization })}
          error={errorOf('body')}
          defaultValue={form.values.body}
          maxLength={MAX_BODY_LENGTH}
          rows={6}
        />
        <FilesField
          label={labels.attachments}
          error={errorOf('attachments')}
          kept={kept}
          refused={(form.values.refusedFiles ?? '').split(' ').filter(Boolean).map(decodeURIComponent)}
          limits={APPLICATION_FILES}
          help={t('applications.form.attachmentsHelp', limits)}
        />
        <div>
          <Button>{t('applications.add.submit')}</Button>
        </div>
        <p role="status" data-apply-status />
      </Column>
    </>
  );
}
