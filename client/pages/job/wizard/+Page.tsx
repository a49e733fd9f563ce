import { JOB_MANAGER_PATH, JOB_REVIEW_PATH, JOB_WIZARD_PATH } from '#contract/pages/paths.js';
import { JOB_FORM_STEPS, type JobFormStep, type JobType, DESCRIPTION_LANGUAGES } from '#contract/job-form/job-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import styles from '../../../components/defined-form/defined-form.module.css';
import { Select } from '../../../components/defined-form/choice-fields';
import { FormStep, WizardButtons, StepList } from '../../../components/defined-form/form-step';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { ButtonLink, Button } from '../../../components/ui/buttons/button';
import { classNames } from '../../../components/ui/class-names';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Balance } from '../../../features/dashboard/subscriptions';
import { jobWords, wizardPath } from '../../../features/job-editing/job-words';
import { WizardActions } from '../../../features/job-editing/wizard-preview';
import { JobView } from '../../../features/jobs/detail/job-view';
import { formatZone } from '../../../lib/format';
import unpublished from '../../../features/jobs/detail/job-view.module.css';
import { TrackedEvent } from '../../../lib/measurement/tracked';
import { usePage, useSite } from '../../../lib/page-context';
import { Island } from '../../../lib/islands/island';
import {
  ASSISTANT_TEXTS,
  type AssistantTexts,
  DescriptionAssistant,
} from '../../../features/job-editing/assistant/description-assistant';
import type { WizardData } from './+load.server';

export function Page({ data }: { data: WizardData }) {
  const { t, href, now, locale, site } = usePage();
  const { edited, step, organization, values } = data;
  const job = edited?.job;
  const isPublic = job?.state === 'published' || job?.state === 'archived';
  const words = jobWords(t, locale);
  const timeZone = edited?.timeZone ?? site.timeZone;
  const start = values.published?.[0] ?? '';
  return (
    <OwnPage
      narrow
      title={job ? job.title || t('job-wizard.untitled') : t('job-wizard.newJob')}
      intro={
        <p>
          {t('job-wizard.for', { organization: organization.name })}
          {job && ` · ${t(`job-wizard.state.${job.state}`)}`} ·{' '}
          {data.list === 'review' ? (
            <a href={href(JOB_REVIEW_PATH)}>{t('job-wizard.review.title')}</a>
          ) : (
            <a href={href(JOB_MANAGER_PATH)}>{t('job-wizard.toManager')}</a>
          )}
        </p>
      }
    >
      {job && <TrackedEvent event="job_edit" id={job.id} once />}
      <StepList
        steps={JOB_FORM_STEPS}
        current={step}
        nameOf={words.step}
        pathOf={job && ((to: JobFormStep) => wizardPath(job.id, to))}
      />
      {data.notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`job-wizard.notice.${data.notice}`)}
          </Alert>
        </div>
      )}
      {data.approval && <Alert kind="warn">{t(`job-wizard.approval.${data.approval}`)}</Alert>}
      {!job && <TypeChoice type={data.type} />}
      {(!job || step === 'preview') && <Balance />}
      {job?.sentBackReason && step !== 'preview' && (
        <Alert kind="warn">
          <p>{t('job-wizard.sentBack')}</p>
          <p>{job.sentBackReason}</p>
        </Alert>
      )}
      {isPublic && step !== 'preview' && (
        <Alert>{t(job.needsReview ? 'job-wizard.changesWaitReview' : 'job-wizard.changesWait')}</Alert>
      )}
      {step === 'preview' && edited ? (
        <>
          <WizardActions
            edited={edited}
            form={data.form}
            list={data.list}
            isAhead={start > dayIn(timeZone, now)}
            isUnapproved={data.approval !== undefined}
          />
          {data.preview && (
            <section
              aria-label={t('job-wizard.step.preview')}
              className={classNames(styles.preview, !isPublic && unpublished.unpublished)}
              data-preview
              data-fades={!isPublic || undefined}
            >
              <JobView job={data.preview} level={2} />
            </section>
          )}
        </>
      ) : data.fields.length > 0 ? (
        <FormStep
          entity="job"
          timeZone={timeZone}
          form={data.form}
          step={step}
          isFirst={step === 'job'}
          values={values}
          terms={data.terms}
          words={words}
          fields={changeable(data, isPublic)}
          version={edited?.version ?? 0}
          below={{ description: <WritingAssistant />, file: <FileDescriptionHelp /> }}
          buttons={
            step === 'job' && data.type === 'job_per_file' ? (
              <>
                <WizardButtons entity="job" isFirst />
                <FileDescription />
              </>
            ) : undefined
          }
          hidden={{
            type: data.type,
            list: data.list,
            ...(job ? {} : { key: data.key, organization: organization.id }),
          }}
        >
          {data.organizations.length > 1 && (
            <Select
              name="organization"
              label={t('job-wizard.field.organization')}
              help={t('job-wizard.help.organization')}
              error={undefined}
              options={data.organizations.map(({ id, name }) => ({ value: id, text: name }))}
              value={organization.id}
            />
          )}
          {step === 'schedule' && (
            <p data-dates-zone={timeZone}>{t('job-wizard.datesZone', { zone: formatZone(timeZone, locale) })}</p>
          )}
        </FormStep>
      ) : (
        <>
          <FormErrors errors={data.form.errors} labels={{}} address={data.form.action} />
          <Alert kind="warn">{t('job-wizard.noForm')}</Alert>
          <ButtonLink kind="secondary" href={href(JOB_WIZARD_PATH)}>
            {t('job-wizard.newJob')}
          </ButtonLink>
        </>
      )}
    </OwnPage>
  );
}

/**
 * Fields by which the public identifies a job cannot be changed after publication, nor can the date of publication
 * (REC-01).
 */
function changeable({ fields }: WizardData, isPublic: boolean): WizardData['fields'] {
  return isPublic ? fields.filter(({ name }) => name !== 'title' && name !== 'published') : fields;
}

/** Choice of the way in which a new job is entered, if the site offers several: each has a separate form. */
function TypeChoice({ type }: { type: JobType }) {
  const { t, href } = usePage();
  const { types } = useSite().jobForm;
  if (types.length < 2) return null;
  return (
    <nav aria-label={t('job-wizard.typeTitle')} className={styles.kinds}>
      {types.map((known) => (
        <a
          key={known}
          href={href(`${JOB_WIZARD_PATH}?type=${known}`)}
          aria-current={known === type ? 'true' : undefined}
        >
          <strong>{t(`job-wizard.type.${known}`)}</strong>
          <small>{t(`job-wizard.typeHelp.${known}`)}</small>
        </a>
      ))}
    </nav>
  );
}

/** Drafts of descriptions, below their field, on sites with this feature (ROLE-08). */
function WritingAssistant() {
  const { t, locale } = usePage();
  if (!useSite().features.aiDescription) return null;
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const languages = DESCRIPTION_LANGUAGES.map((code) => ({ code, name: names.of(code) ?? code }));
  // In the catalogue of all islands, they would be part of every page.
  const entries = ASSISTANT_TEXTS.map((name) => [name, t(`job-wizard.assistant.${name}`)]);
  const texts = Object.fromEntries(entries) as AssistantTexts;
  const language = DESCRIPTION_LANGUAGES.find((code) => locale.startsWith(code)) ?? DESCRIPTION_LANGUAGES[0];
  return (
    <Island
      name="description-assistant"
      when="idle"
      component={DescriptionAssistant}
      props={{ texts, languages, language }}
    />
  );
}

/**
 * The button that inserts the text of a job's file as the description. It saves the step, so it works without scripts.
 */
function FileDescription() {
  const { t } = usePage();
  return (
    <div>
      <Button kind="secondary" name="go" value="describe">
        {t('job-wizard.fromFile.button')}
      </Button>
    </div>
  );
}

/** Help below a job's file: why its description matters. */
function FileDescriptionHelp() {
  const { t } = usePage();
  return <p className={styles.help}>{t('job-wizard.fromFile.help', { button: t('job-wizard.fromFile.button') })}</p>;
}
