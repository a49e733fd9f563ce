import type { ReactNode } from 'react';
import {
  ANSWER_FIELDS,
  ASKED_FIELD,
  LOST_ANSWERS_FIELD,
  QUESTION_TEXTS_FIELD,
  QUESTIONS_FIELD,
  RESUME_FIELD,
  type TypedAnswer,
} from '#contract/applications/application-form.js';
import {
  APPLICATION_RULE_VALUES,
  type ApplicationRequirements,
  isAnswerRequired,
  MAX_COVER_LETTER_LENGTH,
  MAX_ANSWER_LENGTH,
} from '#contract/applications/application-rules.js';
import type { JobToApplyForFragment, ResumeToSendQuery } from '#contract/generated/operations.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { SOURCE_FIELD } from '#contract/view-source.js';
import { DASHBOARD_PATH, JOBS_PATH, OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { YES_NO } from '#contract/applications/screening.js';
import { FilesField } from '../../../components/uploads/files-field';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormCheckbox, FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { type FileTexts, fileTexts, limitTexts } from '../../../lib/files/file-texts';
import type { CheckTexts } from '../../../lib/forms/form-checks';
import type { SendingTexts } from '../../../lib/forms/send-once';
import { formatDate } from '../../../lib/format';
import { usePage, useSite } from '../../../lib/page-context';
import { type PendingFormFile, type PageForm, ruleMessages } from '../../../lib/page-form';
import { Icon } from '../../../components/ui/icon';
import { CsrfFields, Honeypot } from '../../../components/ui/forms/hidden-fields';
import { Select } from '../../../components/defined-form/choice-fields';
import styles from './apply-form.module.css';

/**
 * Application form for a job (APP-01). Submitted the same way with and without scripts: typed values and uploads are
 * kept when something has to be corrected.
 *
 * @param kept files that were uploaded before
 * @param resume resume that the applicant has on the site; null if there is none
 * @param lost answers to questions that the employer has changed or removed since
 * @param isUnfinished whether it was sent with neither files nor letter, so that the applicant is asked once to confirm
 * that
 * @param draftKey key under which the browser stores typed values
 * @param children content before the button
 */
export function ApplyForm({
  job,
  form,
  kept,
  resume,
  draftKey,
  lost,
  isUnfinished,
  children,
}: {
  job: JobToApplyForFragment;
  form: PageForm;
  kept: readonly PendingFormFile[];
  resume: ResumeToSendQuery['ownResume'];
  draftKey: string;
  lost: readonly TypedAnswer[];
  isUnfinished: boolean;
  children?: ReactNode;
}) {
  const { t, locale } = usePage();
  const { attachmentsBox } = useSite().features;
  const questions = job.applicationQualifyingQuestions.map((question, index) => ({
    ...question,
    name: ANSWER_FIELDS[index]!,
    needed: isAnswerRequired(job, question),
  }));
  const optional = (label: string, needed: boolean) => (needed ? label : t('applications.form.optional', { label }));
  const labels: Record<string, string> = {
    firstName: t('applications.form.firstName'),
    lastName: t('applications.form.lastName'),
    emailAddress: t('applications.form.emailAddress'),
    coverLetter: optional(t('applications.coverLetter'), job.applicationRequireCoverLetter),
    attachments: optional(t('applications.form.attachments'), job.applicationRequireCv),
    captcha: t('account.captcha'),
    [RESUME_FIELD]: t('applications.form.withResume'),
    ...Object.fromEntries(questions.map(({ name, text, needed }) => [name, optional(text, needed)])),
  };
  const field = (name: string) => ({
    name,
    label: labels[name],
    error: form.errors.find((error) => error.field === name)?.message,
    defaultValue: form.values[name],
  });
  const limits = limitTexts(APPLICATION_FILES, locale);
  // Texts for the form's script; they are part of the page, because scripts have no catalogue.
  const texts: FileTexts & SendingTexts = {
    ...fileTexts(t, limits),
    refused: t('applications.form.stillRefused'),
    busy: t('applications.form.script.busy'),
    waiting: t('applications.form.script.waiting'),
  };
  const checks: CheckTexts = { messages: ruleMessages(t, 'application', APPLICATION_RULE_VALUES), labels };
  const wanted: ApplicationRequirements = {
    applicationRequireCv: job.applicationRequireCv,
    applicationRequireCoverLetter: job.applicationRequireCoverLetter,
    applicationRequireQualifyingQuestions: job.applicationRequireQualifyingQuestions,
    applicationQualifyingQuestions: questions.map(({ id, required, type, choices }) => ({
      id,
      required,
      type,
      choices,
    })),
  };
  return (
    <Column gap={5}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        encType="multipart/form-data"
        gap={5}
        data-apply-form
        data-draft={draftKey}
        data-locale={locale}
        data-again={form.errors.length > 0 || isUnfinished ? '' : undefined}
        data-texts={JSON.stringify(texts)}
        data-checks={JSON.stringify(checks)}
        data-wanted={JSON.stringify(wanted)}
      >
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="requestKey" value={form.values.requestKey} />
        <input type="hidden" name={SOURCE_FIELD} value={form.values[SOURCE_FIELD]} />
        <input type="hidden" name={QUESTIONS_FIELD} value={questions.map(({ id }) => id).join(' ')} />
        {questions.length > 0 && (
          <input type="hidden" name={QUESTION_TEXTS_FIELD} value={JSON.stringify(questions.map(({ text }) => text))} />
        )}
        <p
          className={styles.restored}
          role="status"
          data-draft-restored
          data-files-again={t('applications.form.filesAgain')}
          hidden
        >
          <span>{t('applications.form.restored')}</span>
          <button type="button" data-draft-forget>
            {t('applications.form.forget')}
          </button>
        </p>
        <div className={styles.pair}>
          <FormField {...field('firstName')} autoComplete="given-name" required maxLength={120} />
          <FormField {...field('lastName')} autoComplete="family-name" required maxLength={120} />
        </div>
        <FormField
          {...field('emailAddress')}
          help={t('applications.form.emailHelp')}
          type="email"
          autoComplete="email"
          required
        />
        {lost.length > 0 && <LostAnswers answers={lost} />}
        {questions.map((question) => (
          <QuestionField key={question.id} {...field(question.name)} question={question} />
        ))}
        <FormTextArea
          {...field('coverLetter')}
          help={t('applications.form.coverLetterHelp')}
          required={job.applicationRequireCoverLetter}
          maxLength={MAX_COVER_LETTER_LENGTH}
          rows={8}
        />
        {resume && (
          <ResumeChoice
            resume={resume}
            isChosen={Boolean(form.values[RESUME_FIELD])}
            error={field(RESUME_FIELD).error}
          />
        )}
        {(attachmentsBox || job.applicationRequireCv) && (
          <FilesField
            label={labels.attachments!}
            error={field('attachments').error}
            kept={kept}
            refused={(form.values.refusedFiles ?? '').split(' ').filter(Boolean).map(decodeURIComponent)}
            isRequired={job.applicationRequireCv && !resume}
            limits={APPLICATION_FILES}
            help={[
              t('applications.form.attachmentsHelp', limits),
              ...(job.cvDuration === null ? [] : [t('applications.form.keptDays', { count: job.cvDuration })]),
            ].join(' ')}
          />
        )}
        <Honeypot />
        {children}
        <p className={styles.privacy}>{t('applications.form.privacy', { organization: job.organization.name })}</p>
        {isUnfinished && (
          <UnfinishedQuestion file={attachmentsBox || job.applicationRequireCv ? 'attachments' : undefined} />
        )}
        <div className={styles.send}>
          <Button wide>{t(isUnfinished ? 'applications.form.submitAnyway' : 'applications.form.submit')}</Button>
        </div>
        <p role="status" className={styles.busy} data-apply-status />
      </Column>
    </Column>
  );
}

/**
 * Answers that cannot be sent, because the employer has changed the questions. Other errors may follow before the
 * application is accepted, so the form carries them.
 */
function LostAnswers({ answers }: { answers: readonly TypedAnswer[] }) {
  const { t } = usePage();
  return (
    <>
      <input type="hidden" name={LOST_ANSWERS_FIELD} value={JSON.stringify(answers)} />
      <Alert kind="warn">
        <Column as="section" gap={3} aria-labelledby="lost-answers">
          <h2 id="lost-answers" className={styles.question}>
            {t('applications.form.lost.title')}
          </h2>
          <p>{t('applications.form.lost.text')}</p>
          <TypedAnswers answers={answers} />
        </Column>
      </Alert>
    </>
  );
}

/** Answers as they were typed, to be read and copied, with their questions as far as they are known. */
export function TypedAnswers({ answers }: { answers: readonly TypedAnswer[] }) {
  const { t } = usePage();
  return (
    <Column as="dl" gap={3} className={styles.typed}>
      {answers.map(({ question, answer }, index) => {
        const choice = YES_NO.find((known) => known === answer);
        return (
          <div key={index}>
            <dt>{question || t('applications.form.lost.question')}</dt>
            <dd>{choice ? t(`applications.form.yesNo.${choice}`) : answer}</dd>
          </div>
        );
      })}
    </Column>
  );
}

/** Offers to attach the resume from the site. It opens in another tab, so that no input is lost. */
function ResumeChoice({
  resume,
  isChosen,
  error,
}: {
  resume: NonNullable<ResumeToSendQuery['ownResume']>;
  isChosen: boolean;
  error: string | undefined;
}) {
  const { t, href, locale, site } = usePage();
  const date = formatDate(resume.changed, locale, site.timeZone);
  const { title } = resume.jobPreferences;
  return (
    <FormCheckbox
      name={RESUME_FIELD}
      value="yes"
      defaultChecked={isChosen}
      label={t('applications.form.withResume')}
      error={error}
      help={
        <>
          {title && `${title} · `}
          {t('applications.form.resumeChanged', { date })}{' '}
          <a href={href(OWN_RESUME_PATH)} target="_blank">
            {t('applications.form.seeResume')}
          </a>
        </>
      }
    />
  );
}

/** The page is shown because of the question, so the question gets the focus, without scripts as well. */
const FOCUSED = { autoFocus: true };

/**
 * Asks once for confirmation to send an application without files and letter. The browser focuses it when the page is
 * loaded; the button after it sends the application unchanged.
 *
 * @param file field for files; undefined if the form has none
 */
function UnfinishedQuestion({ file }: { file: string | undefined }) {
  const { t } = usePage();
  return (
    <>
      <input type="hidden" name={ASKED_FIELD} value="yes" />
      <Alert kind="warn">
        <h2 className={styles.question} tabIndex={-1} {...FOCUSED}>
          {t(file ? 'applications.form.unfinished.title' : 'applications.form.unfinished.titleLetter')}
        </h2>
        <p>{t('applications.form.unfinished.text')}</p>
        <p>
          <a href={`#${fieldId(file ?? 'coverLetter')}`}>
            {t(file ? 'applications.form.unfinished.addFiles' : 'applications.form.unfinished.addLetter')}
          </a>
        </p>
      </Alert>
    </>
  );
}

/**
 * Confirms that the application was received, and explains the next step. The script deletes the stored draft
 * (`data-application-sent`).
 */
export function ApplicationSent({ job, hasAccount }: { job: JobToApplyForFragment; hasAccount: boolean }) {
  const { t, href } = usePage();
  const { name: organization } = job.organization;
  return (
    <Column gap={4} className={styles.sent} data-application-sent={job.id}>
      <p className={styles.mark}>
        <Icon name="check" />
      </p>
      <h1>{t('applications.sent.title')}</h1>
      <p>{t('applications.sent.text', { title: job.title, organization })}</p>
      <h2>{t('applications.sent.next')}</h2>
      <ol>
        <li>{t('applications.sent.mail')}</li>
        <li>{t('applications.sent.reading', { organization })}</li>
        <li>{t(hasAccount ? 'applications.sent.dashboard' : 'applications.sent.answer')}</li>
      </ol>
      <p className={styles.ways}>
        {hasAccount && (
          <ButtonLink href={href(`${DASHBOARD_PATH}#applications`)}>{t('applications.sent.own')}</ButtonLink>
        )}
        <ButtonLink kind={hasAccount ? 'secondary' : 'primary'} href={href(JOBS_PATH)}>
          {t('applications.sent.jobs')}
        </ButtonLink>
      </p>
    </Column>
  );
}

interface QuestionFieldProps {
  name: string;
  label: string | undefined;
  error: string | undefined;
  defaultValue: string | undefined;
  question: JobToApplyForFragment['applicationQualifyingQuestions'][number] & {
    /** Whether an answer is required. */
    needed: boolean;
  };
}

/** A question of the employer, with a field of the appropriate type. */
function QuestionField({ question: { type, choices, needed }, ...field }: QuestionFieldProps) {
  const { t } = usePage();
  if (type === 'number') return <FormField {...field} inputMode="decimal" required={needed} maxLength={20} />;
  if (type === 'yes_no' || type === 'choice') {
    const { defaultValue: value = '', ...shown } = field;
    const options =
      type === 'choice'
        ? choices.map((choice) => ({ value: choice, text: choice }))
        : YES_NO.map((choice) => ({ value: choice, text: t(`applications.form.yesNo.${choice}`) }));
    return <Select {...shown} help={undefined} options={options} value={value} aria-required={needed || undefined} />;
  }
  return <FormTextArea {...field} required={needed} maxLength={MAX_ANSWER_LENGTH} rows={3} />;
}
