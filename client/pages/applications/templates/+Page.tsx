import { APPLICATIONS_PATH, answerTemplatesPath } from '#contract/pages/paths.js';
import { WRITTEN_PLACEHOLDERS } from '#contract/applications/placeholders.js';
import {
  ANSWER_STATES,
  MAX_TEMPLATE_NAME_LENGTH,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import type { OwnAnswerTemplatesFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { usePage } from '../../../lib/page-context';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { SelectField } from '../../../components/ui/forms/field';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { Panel } from '../../../components/ui/containers/panel';
import { formatList } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import styles from '../../../features/applications/applications.module.css';
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

/** The templates of an organization, each with an edit link and a form that deletes it. */
function OwnTemplateList({ own, form }: { own: OwnAnswerTemplatesFragment; form: PageForm }) {
  const { t, href } = usePage();
  return (
    <Panel id="templates" title={t('applications.templates.list')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {own.templates.length === 0 && <p className={styles.soft}>{t('applications.templates.none')}</p>}
      {own.templates.length > 0 && (
        <ul className={styles.rows}>
          {own.templates.map(({ id, name, subject, state }) => (
            <li key={id} data-template={name}>
              <div>
                <strong>{name}</strong>
                <p>{subject}</p>
                {state && (
                  <p>{t('applications.templates.moves', { state: t(`applications.state.employer.${state}`) })}</p>
                )}
              </div>
              <div className={styles.steps}>
                <ButtonLink
                  kind="secondary"
                  href={`${href(answerTemplatesPath(own.id, id))}#template`}
                  aria-label={t('applications.templates.editOne', { name })}
                >
                  {t('applications.templates.edit')}
                </ButtonLink>
                <details className={styles.letter}>
                  <summary aria-label={t('applications.templates.deleteOne', { name })}>
                    {t('applications.templates.delete')}
                  </summary>
                  <p>{t('applications.templates.deleteSure', { name })}</p>
                  <form method="post" action={form.action}>
                    <FormIdentity form={form} />
                    <input type="hidden" name="id" value={id} />
                    <Button kind="danger">{t('applications.templates.delete')}</Button>
                  </form>
                </details>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The form for a template. `edited`: the template to change; undefined for a new one. */
function OwnTemplateForm({
  organizationId,
  edited,
  form,
}: {
  organizationId: string;
  edited: OwnAnswerTemplatesFragment['templates'][number] | undefined;
  form: PageForm;
}) {
  const { t, href, locale } = usePage();
  const labels = {
    name: t('applications.templates.name'),
    subject: t('applications.answer.subject'),
    body: t('applications.answer.body'),
    state: t('applications.answer.moveTo'),
  };
  const isSent = 'name' in form.values || form.errors.length > 0;
  const shown = isSent
    ? { ...form.values, state: form.values.moveTo }
    : { name: edited?.name, subject: edited?.subject, body: edited?.body, state: edited?.state ?? '' };
  const field = (name: 'name' | 'subject' | 'body') => ({
    name,
    label: labels[name],
    defaultValue: (shown as Partial<Record<string, string>>)[name] ?? '',
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Panel
      id="template"
      title={edited ? t('applications.templates.editOne', { name: edited.name }) : t('applications.templates.add')}
    >
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} noValidate gap={4}>
        <FormIdentity form={form} />
        <FormField
          {...field('name')}
          required
          maxLength={MAX_TEMPLATE_NAME_LENGTH}
          help={t('applications.templates.nameHelp')}
        />
        <FormField {...field('subject')} required maxLength={MAX_SUBJECT_LENGTH} />
        <FormTextArea
          {...field('body')}
          required
          maxLength={MAX_BODY_LENGTH}
          rows={12}
          help={t('applications.templates.placeholders', { list: formatList(WRITTEN_PLACEHOLDERS, locale) })}
        />
        <SelectField
          name="moveTo"
          label={labels.state}
          defaultValue={shown.state ?? ''}
          options={[
            ['', t('applications.answer.stay')],
            ...ANSWER_STATES.map((state) => [state, t(`applications.state.employer.${state}`)] as const),
          ]}
        />
        <div className={styles.steps}>
          <Button>{t('applications.templates.save')}</Button>
          {edited && (
            <ButtonLink kind="quiet" href={href(answerTemplatesPath(organizationId))}>
              {t('applications.templates.cancel')}
            </ButtonLink>
          )}
        </div>
      </Column>
    </Panel>
  );
}
