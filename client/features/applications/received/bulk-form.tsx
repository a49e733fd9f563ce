import { fillPlaceholders, WRITTEN_PLACEHOLDERS } from '#contract/applications/placeholders.js';
import {
  ANSWER_STATES,
  ANSWER_DELAY_MINUTES,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import type { JobApplicationsQuery } from '#contract/generated/operations.js';
import { answerTemplatesPath } from '#contract/pages/paths.js';
import { slotText } from '#shared/time-zones/time-zone.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { SelectField } from '../../../components/ui/forms/field';
import { colonOf } from '../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormCheckbox, FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { Panel } from '../../../components/ui/containers/panel';
import { formatList, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { Alert } from '../../../components/ui/feedback/alert';
import { builtInChoices, ownChoices, type TemplateChoice } from './answer-form';

type List = NonNullable<JobApplicationsQuery['jobApplications']>;

/** Id of the form to which the checkboxes of the list belong. */
export const BULK_FORM = 'bulk-form';

/** A state change or an answer for the ticked applications, or for all listed ones. */
export function BulkForm({ list, form, requestKey }: { list: List; form: PageForm; requestKey: string }) {
  const { t, href, locale } = usePage();
  const builtIn = builtInChoices(list, t);
  const own = ownChoices(list);
  const template = [...builtIn, ...own].find(({ key }) => form.values.useTemplate && key === form.values.template);
  const values: PageForm['values'] = template
    ? { subject: template.subject, body: template.body, moveTo: template.state ?? '' }
    : form.values;
  const labels = {
    applications: t('applications.bulk.applications'),
    state: t('applications.bulk.state'),
    subject: t('applications.bulk.subject'),
    body: t('applications.answer.body'),
    endInterviews: t('applications.interview.cancel'),
  };
  const endError = form.errors.find((error) => error.field === 'endInterviews')?.message;
  const mayEnd = endError !== undefined || list.applications.some(({ interview }) => interview !== null);
  const field = (name: 'subject' | 'body') => ({
    name,
    label: labels[name],
    defaultValue: values[name] ?? '',
    error: form.errors.find((error) => error.field === name)?.message,
  });
  const minutes = formatNumber(ANSWER_DELAY_MINUTES, locale);
  // In a form that is shown again, the applications are still ticked as on the first page, but "all" is about the list of this page.
  const seen = form.values.all ? list.seen : form.values.seen || list.seen;
  return (
    <Panel id="bulk" title={t('applications.bulk.title')}>
      <p className={styles.soft}>{t('applications.bulk.intro', { minutes })}</p>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        id={BULK_FORM}
        method="post"
        action={form.action}
        gap={4}
        data-unsent={`${list.job.id}-bulk`}
        data-again={'body' in form.values ? '' : undefined}
        data-text-only
      >
        <FormIdentity form={form} />
        {/* The Enter key presses the first button, which must not replace the typed text. */}
        <button hidden name="preview" value="yes" />
        <input type="hidden" name="key" value={form.values.key ?? requestKey} />
        {seen && <input type="hidden" name="seen" value={seen} />}
        {form.values.preview && <Preview list={list} values={form.values} />}
        <FormCheckbox
          name="all"
          value="yes"
          label={t('applications.bulk.all', { count: list.total })}
          defaultChecked={form.values.all === 'yes'}
        />
        <div className={styles.search}>
          <SelectField
            name="template"
            label={t('applications.templates.choose')}
            defaultValue={form.values.template ?? ''}
            options={[['', t('applications.templates.nothing')], ...[...builtIn, ...own].map(optionOf)]}
          />
          <Button kind="secondary" name="useTemplate" value="yes">
            {t('applications.templates.use')}
          </Button>
        </div>
        {list.ownTemplates && (
          <p>
            <a href={href(answerTemplatesPath(list.ownTemplates.id))}>{t('applications.templates.manage')}</a>
          </p>
        )}
        <SelectField
          name="moveTo"
          label={labels.state}
          defaultValue={values.moveTo ?? ''}
          options={[
            ['', t('applications.bulk.stay')],
            ...ANSWER_STATES.map((state) => [state, t(`applications.state.employer.${state}`)] as const),
          ]}
        />
        <FormField {...field('subject')} maxLength={MAX_SUBJECT_LENGTH} />
        <FormTextArea
          {...field('body')}
          maxLength={MAX_BODY_LENGTH}
          rows={8}
          help={t('applications.bulk.placeholders', { list: formatList(WRITTEN_PLACEHOLDERS, locale) })}
        />
        {mayEnd && (
          <FormCheckbox
            name="endInterviews"
            value="yes"
            label={t('applications.interview.endAll')}
            error={endError}
            defaultChecked={form.values.endInterviews === 'yes'}
          />
        )}
        <div className={styles.steps}>
          <Button kind="secondary" name="preview" value="yes">
            {t('applications.answer.preview')}
          </Button>
          <Button>{t('applications.bulk.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

const optionOf = ({ key, label }: TemplateChoice) => [key, label] as const;

/** The mail to each ticked applicant on the page. */
function Preview({ list, values }: { list: List; values: PageForm['values'] }) {
  const { t, locale } = usePage();
  const chosen = (values.application ?? '').split(' ');
  const people = list.applications.filter(({ id }) => values.all || chosen.includes(id));
  const { subject = '', body = '', moveTo = '' } = values;
  return (
    <section className={styles.preview} aria-label={t('applications.bulk.previewTitle')} data-bulk-preview>
      <p className={styles.soft}>
        {t('applications.bulk.previewAll', { count: values.all ? list.total : chosen.filter(Boolean).length })}
      </p>
      <EndingInterviews people={moveTo === 'declined' ? people : []} />
      <ul className={styles.rows}>
        {people.map(({ id, firstName, lastName }) => {
          const name = `${firstName} ${lastName}`;
          const facts = {
            first_name: firstName,
            last_name: lastName,
            job_title: list.job.title,
            organization: list.job.organizationName,
          };
          if (!body)
            return (
              <li key={id}>
                {moveTo === 'declined'
                  ? t('applications.bulk.previewDecline', { name })
                  : t('applications.bulk.previewMove', {
                      name,
                      state: t(`applications.state.employer.${moveTo || 'new'}`),
                    })}
              </li>
            );
          return (
            <li key={id}>
              <details className={styles.letter} open={people.length < 4}>
                <summary>
                  {name}
                  {colonOf(locale)} {fillPlaceholders(subject, facts)}
                </summary>
                <p className={styles.text}>{fillPlaceholders(body, facts)}</p>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Applicants on the page whose interviews are canceled if they are rejected. */
function EndingInterviews({ people }: { people: List['applications'] }) {
  const { t, locale } = usePage();
  const invited = people.filter(({ interview }) => interview !== null);
  if (invited.length === 0) return null;
  return (
    <ul className={styles.rows} data-ending-interviews>
      {invited.map(({ id, firstName, lastName, interview }) => {
        const { start, minutes, timeZone } = interview!;
        const time = slotText(new Date(start), minutes, { locale, timeZone });
        return <li key={id}>{t('applications.interview.previewEnd', { name: `${firstName} ${lastName}`, time })}</li>;
      })}
    </ul>
  );
}

type Bulk = NonNullable<JobApplicationsQuery['jobApplications']>['bulks'][number];

/** The progress of a bulk action, with a button that undoes what can still be undone, and the result of undoing it. */
export function BulkProgress({
  bulks,
  address,
  form,
}: {
  bulks: readonly Bulk[];
  /** Address of the current page. */
  address: string;
  /** Form of the button. */
  form: PageForm;
}) {
  const { t, locale } = usePage();
  return bulks.map(({ id, total, done, skipped, changed, finished, mayUndo, undo }) => {
    const counts = { done: formatNumber(done, locale), total: formatNumber(total, locale) };
    return (
      <Alert key={id} kind={finished ? 'good' : 'info'}>
        {undo ? (
          <UndoneBulk undo={undo} />
        ) : (
          <p data-bulk={finished ? 'finished' : 'running'}>
            {finished ? t('applications.bulk.finished', { count: total }) : t('applications.bulk.running', counts)}{' '}
            {skipped > 0 && t('applications.bulk.skipped', { count: skipped })}{' '}
            {changed ? t('applications.bulk.changed', { count: changed }) : null}
          </p>
        )}
        {!finished && <a href={address}>{t('applications.bulk.reload')}</a>}
        {mayUndo && (
          <form method="post" action={form.action} data-undo-bulk>
            <FormIdentity form={form} />
            <input type="hidden" name="bulk" value={id} />
            <p>{t('applications.bulk.undoHelp')}</p>
            <Button kind="secondary">{t('applications.bulk.undo')}</Button>
          </form>
        )}
      </Alert>
    );
  });
}

function UndoneBulk({ undo: { undone, sent, changed } }: { undo: NonNullable<Bulk['undo']> }) {
  const { t } = usePage();
  return (
    <p data-bulk="undone">
      {t('applications.bulk.undone', { count: undone })} {sent > 0 && t('applications.bulk.undoSent', { count: sent })}{' '}
      {changed > 0 && t('applications.bulk.undoChanged', { count: changed })}
    </p>
  );
}
