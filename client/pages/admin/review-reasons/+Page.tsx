import { JOB_REVIEW_PATH, REVIEW_REASONS_PATH } from '#contract/pages/paths.js';
import type { ReviewReasonsQuery } from '#contract/generated/operations.js';
import { MAX_REASON_LENGTH, MAX_REASON_TITLE_LENGTH } from '#contract/job-form/job-form.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { labelled } from '../../../components/ui/forms/field-labels';
import type { PageForm } from '../../../lib/page-form';
import styles from '../../../features/job-editing/manager.module.css';
import type { ReviewReasonsData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export function Page({ data: { reasons, changed, form, notice } }: { data: ReviewReasonsData }) {
  const { t } = usePage();
  return (
    <OwnPage
      narrow
      title={t('job-wizard.reasons.title')}
      trail={[
        { name: t('job-wizard.review.title'), path: JOB_REVIEW_PATH },
        { name: t('job-wizard.reasons.title'), path: REVIEW_REASONS_PATH },
      ]}
      intro={<p>{t('job-wizard.reasons.intro')}</p>}
    >
      {notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`job-wizard.reasons.notice.${notice}`)}</p>
        </Alert>
      )}
      <ReasonList reasons={reasons} form={form} />
      <ReasonForm key={changed?.id} changed={changed} form={form} />
    </OwnPage>
  );
}

type Reason = ReviewReasonsQuery['reviewReasons'][number];

/** The reasons of a site, with links to change and delete them. */
function ReasonList({ reasons, form }: { reasons: readonly Reason[]; form: PageForm }) {
  const { t, href, locale } = usePage();
  if (reasons.length === 0) return <p>{t('job-wizard.reasons.none')}</p>;
  return (
    <ul className={styles.list}>
      {reasons.map(({ id, title, text }) => (
        <li key={id} data-reason-id={id}>
          <div>
            <h2>{title}</h2>
            <p className={styles.typed}>{text}</p>
          </div>
          <form method="post" action={href(REVIEW_REASONS_PATH)} className={styles.actions} data-reason-delete>
            <CsrfFields value={form.csrf} />
            <input type="hidden" name="id" value={id} />
            <a
              href={href(`${REVIEW_REASONS_PATH}?reason=${id}`) + '#reason'}
              aria-label={labelled(t('job-wizard.reasons.change'), title, locale)}
            >
              {t('job-wizard.reasons.change')}
            </a>
            <Button
              kind="quiet"
              name="go"
              value="delete"
              aria-label={labelled(t('job-wizard.reasons.delete'), title, locale)}
            >
              {t('job-wizard.reasons.delete')}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}

/** Adds or changes a reason. */
function ReasonForm({ changed, form }: { changed: Reason | undefined; form: PageForm }) {
  const { t, href } = usePage();
  const labels = { title: t('job-wizard.reasons.name'), text: t('job-wizard.reasons.text') };
  const errorOf = (name: string) => form.errors.find(({ field }) => field === name)?.message;
  return (
    <Panel id="reason" title={t(changed ? 'job-wizard.reasons.changeTitle' : 'job-wizard.reasons.addTitle')}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} noValidate gap={4} data-reason-form>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="id" value={changed?.id ?? ''} />
        <input type="hidden" name="go" value="save" />
        <FormField
          name="title"
          label={labels.title}
          help={t('job-wizard.reasons.nameHelp')}
          error={errorOf('title')}
          required
          maxLength={MAX_REASON_TITLE_LENGTH}
          defaultValue={form.values.title ?? changed?.title}
        />
        <FormTextArea
          name="text"
          label={labels.text}
          help={t('job-wizard.reasons.textHelp')}
          error={errorOf('text')}
          required
          rows={5}
          maxLength={MAX_REASON_LENGTH}
          defaultValue={form.values.text ?? changed?.text}
        />
        <div className={styles.actions}>
          <Button>{t(changed ? 'job-wizard.reasons.save' : 'job-wizard.reasons.add')}</Button>
          {changed && <a href={href(REVIEW_REASONS_PATH)}>{t('job-wizard.reasons.cancel')}</a>}
        </div>
      </Column>
    </Panel>
  );
}
