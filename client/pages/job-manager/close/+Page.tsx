import { JOB_CLOSING_PATH, JOB_MANAGER_PATH, jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { ANSWER_DELAY_MINUTES, NAME_PLACEHOLDER } from '#contract/applications/recruiting-rules.js';
import type { ClosingMessageQuery } from '#contract/generated/operations.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import type { PageForm } from '../../../lib/page-form';
import styles from '../../../features/applications/applications.module.css';
import { formatDate, formatList, formatNumber } from '../../../lib/format';
import { UpcomingTime } from '../../../features/applications/interview/interview-panel';
import { StateTag } from '../../../features/applications/application-marks';
import type { ClosingData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

export function Page({ data: { closing, form } }: { data: ClosingData }) {
  const { t, href } = usePage();
  const { job, total } = closing;
  return (
    <OwnPage
      title={t('applications.closing.title')}
      trail={[
        { name: t('job-wizard.manager.title'), path: JOB_MANAGER_PATH },
        { name: t('applications.closing.title'), path: `${JOB_CLOSING_PATH}?job=${job.id}` },
      ]}
      intro={<p>{job.title}</p>}
    >
      {total === 0 ? (
        <Panel id="none" title={t('applications.closing.none')}>
          <p>{t('applications.closing.noneText')}</p>
          <a href={href(JOB_MANAGER_PATH)}>{t('job-wizard.manager.title')}</a>
        </Panel>
      ) : (
        <ClosingForm closing={closing} form={form} />
      )}
    </OwnPage>
  );
}

type Closing = NonNullable<ClosingMessageQuery['closingMessage']>;
type Recipient = Closing['recipients'][number];

function isInvited({ state, interview }: Recipient): boolean {
  return state === 'interview' || interview !== null;
}

/**
 * Message to applicants who are waiting for a decision, in each language in which they have applied, with a preview.
 */
function ClosingForm({ closing, form }: { closing: Closing; form: PageForm }) {
  const { t, locale } = usePage();
  const { texts, isOver, total, recipients } = closing;
  const minutes = formatNumber(ANSWER_DELAY_MINUTES, locale);
  const isSent = form.values.shown !== undefined;
  const isIn = (name: 'tell' | 'invited', { id }: Recipient) => (form.values[name] ?? '').split(' ').includes(id);
  const isTold = (recipient: Recipient) =>
    isSent ? isIn('tell', recipient) && (!isInvited(recipient) || isIn('invited', recipient)) : !isInvited(recipient);
  const labels = Object.fromEntries(
    texts.flatMap(({ language }) =>
      (['subject', 'body'] as const).map((name) => [
        `${name}.${language}`,
        texts.length > 1
          ? t('applications.closing.in', {
              label: t(`applications.answer.${name}`),
              language: t(`applications.closing.language.${language}`),
            })
          : t(`applications.answer.${name}`),
      ]),
    ),
  );
  const first = recipients.find(isTold);
  const field = (name: string, initial: string) => ({
    name,
    label: labels[name],
    defaultValue: form.values[name] ?? initial,
    required: true,
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Column
      as="form"
      method="post"
      action={form.action}
      noValidate
      gap={5}
      data-closing-form
      data-unsent={`${closing.job.id}-closing`}
      data-again={isSent ? '' : undefined}
      data-text-only
    >
      <CsrfFields value={form.csrf} />
      <Recipients closing={closing} isTold={isTold} />
      <Panel id="message" title={t('applications.closing.message')}>
        <p className={styles.soft}>{t('applications.closing.intro', { placeholder: NAME_PLACEHOLDER, minutes })}</p>
        <FormErrors errors={form.errors} labels={labels} address={form.action} />
        {texts.map(({ language, subject, body, recipients: count }) => {
          const typed = {
            subject: form.values[`subject.${language}`] ?? subject,
            body: form.values[`body.${language}`] ?? body,
          };
          return (
            <Column as="fieldset" key={language} gap={4}>
              <legend className={styles.soft}>
                {t('applications.closing.reaches', { count })}
                {texts.length > 1 && ` (${t(`applications.closing.language.${language}`)})`}
              </legend>
              {form.values.preview && <Preview {...typed} name={first ? `${first.firstName} ${first.lastName}` : ''} />}
              <FormField {...field(`subject.${language}`, subject)} maxLength={200} />
              <FormTextArea {...field(`body.${language}`, body)} maxLength={10_000} rows={12} />
            </Column>
          );
        })}
        <div className={styles.steps}>
          <Button kind="secondary" name="preview" value="yes">
            {t('applications.answer.preview')}
          </Button>
          <Button>{t(`applications.closing.${isOver ? 'send' : 'archive'}`, { count: total })}</Button>
        </div>
      </Panel>
    </Column>
  );
}

/** The message as one recipient receives it. */
function Preview({ subject, body, name }: { subject: string; body: string; name: string }) {
  const { t } = usePage();
  return (
    <section className={styles.preview} aria-label={t('applications.answer.previewTitle')} data-closing-preview>
      <h3>{subject}</h3>
      <p className={styles.text}>{body.replaceAll(NAME_PLACEHOLDER, name)}</p>
      <p className={styles.soft}>{t('applications.answer.previewNote')}</p>
    </section>
  );
}

/**
 * Waiting applicants, each with a checkbox that selects them as recipients; applicants in an interview are not
 * preselected.
 */
function Recipients({
  closing: { job, recipients, total, kept },
  isTold,
}: {
  closing: Closing;
  isTold: (recipient: Recipient) => boolean;
}) {
  const { t, href, locale, site } = usePage();
  const keptStates = kept.map(
    ({ state, count }) => `${t(`applications.state.employer.${state}`)} (${formatNumber(count, locale)})`,
  );
  return (
    <Panel id="recipients" title={t('applications.closing.waiting', { count: total })}>
      <p className={styles.soft}>{t('applications.closing.who')}</p>
      <ul className={styles.rows} data-closing-recipients>
        {recipients.map((recipient) => {
          const { id, firstName, lastName, state, created } = recipient;
          const name = `${firstName} ${lastName}`;
          return (
            <li key={id}>
              <div className={styles.recipient}>
                <input type="hidden" name="shown" value={id} />
                {isInvited(recipient) && <input type="hidden" name="invited" value={id} />}
                <input
                  type="checkbox"
                  name="tell"
                  value={id}
                  defaultChecked={isTold(recipient)}
                  aria-label={t('applications.closing.tell', { name })}
                />
                <div>
                  <a href={href(jobApplicationPath(job.id, id))}>{name}</a>
                  <p>
                    <time dateTime={created}>
                      {t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}
                    </time>
                  </p>
                  {recipient.interview && (
                    <p>
                      <UpcomingTime interview={recipient.interview} text="applications.interview.endsWith" />
                    </p>
                  )}
                </div>
              </div>
              <StateTag state={state} side="employer" />
            </li>
          );
        })}
      </ul>
      {keptStates.length > 0 && (
        <p className={styles.soft}>{t('applications.closing.kept', { list: formatList(keptStates, locale) })}</p>
      )}
      {recipients.length < total && (
        <a href={href(jobApplicationsPath(job.id))}>
          {t('applications.closing.more', { count: total - recipients.length })}
        </a>
      )}
    </Panel>
  );
}
