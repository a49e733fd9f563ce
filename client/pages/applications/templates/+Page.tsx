import { APPLICATIONS_PATH, answerTemplatesPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { OwnTemplateForm, OwnTemplateList } from '../../../features/applications/templates/own-templates';
import { usePage } from '../../../lib/page-context';
import type { AnswerTemplatesData } from './+load.server';

export function Page({ data: { own, edited, forms, notice } }: { data: AnswerTemplatesData }) {
  const { t } = usePage();
  return (
    <OwnPage
      narrow
      title={t('applications.templates.title')}
      trail={[
        { name: t('applications.received.title'), path: APPLICATIONS_PATH },
        { name: t('applications.templates.title'), path: answerTemplatesPath(own.id) },
      ]}
      intro={<p>{t('applications.templates.intro', { organization: own.name })}</p>}
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`applications.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <OwnTemplateList own={own} form={forms.deletedTemplate} />
      <OwnTemplateForm organizationId={own.id} edited={edited} form={forms.template} />
    </OwnPage>
  );
}
