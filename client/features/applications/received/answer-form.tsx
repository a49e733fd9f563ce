import { ANSWER_DELAY_MINUTES } from '#contract/applications/recruiting-rules.js';
import type {
  ReceivedApplicationQuery,
  ApplicationState,
  OwnAnswerTemplatesFragment,
} from '#contract/generated/operations.js';
import { answerTemplatesPath } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { SelectField } from '../../../components/ui/forms/field';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { ChipLink } from '../../../components/ui/tag';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { StateTag } from '../application-marks';
import { EndingChoice } from '../interview/interview-panel';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';

type Application = NonNullable<ReceivedApplicationQuery['receivedApplication']>;

/**
 * An email to the applicant, based on a template or empty, with a preview before it is sent. `template`: key of the
 * template.
 */
export function AnswerForm({
  form,
  application,
  template,
  address,
  query,
}: {
  form: PageForm;
  application: Application;
  template: string | undefined;
  /** Address of the page. */
  address: string;
  /** Query of the list from which the page was opened: `?state=new`, or empty. */
  query: string;
}) {
  const { t, href, locale } = usePage();
  const { nextStates, ownTemplates, emailAddress, firstName, lastName } = application;
  const isSent = 'subject' in form.values || form.errors.length > 0;
  const groups = [
    { label: t('applications.answer.templates'), choices: builtInChoices(application, t) },
    { label: t('applications.templates.title'), choices: ownChoices(application) },
  ];
  const chosen = groups.flatMap(({ choices }) => choices).find(({ key }) => key === template);
  const {
    subject = '',
    body = '',
    moveTo = '',
  } = isSent ? form.values : { subject: chosen?.subject, body: chosen?.body, moveTo: chosen?.state ?? '' };
  // Until an error has told the author of a colleague's step, they answer the state that they saw first, also after a preview.
  const hasToldState = form.errors.some((error) => error.field === 'state');
  const seen = (!hasToldState && form.values.from) || application.state;
  const labels = {
    subject: t('applications.answer.subject'),
    body: t('applications.answer.body'),
    answerEndsInterview: t('applications.interview.cancel'),
  };
  const field = (name: 'subject' | 'body') => ({
    name,
    label: labels[name],
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Panel id="answer" title={t('applications.answer.title')}>
      <p className={styles.soft}>{t('applications.answer.intro', { name: `${firstName} ${lastName}` })}</p>
      {groups.map(
        ({ label, choices }) =>
          choices.length > 0 && (
            <div key={label} className={styles.templates} role="group" aria-label={label} data-answer-templates>
              {choices.map(({ key, label: words }) => (
                <ChipLink key={key} href={`${address}${query}${query ? '&' : '?'}template=${key}#answer`}>
                  {words}
                </ChipLink>
              ))}
            </div>
          ),
      )}
      {ownTemplates && (
        <p>
          <a href={href(answerTemplatesPath(ownTemplates.id))}>{t('applications.templates.manage')}</a>
        </p>
      )}
      <FormErrors errors={form.errors} labels={labels} address={address} />
      <Column
        as="form"
        method="post"
        action={form.action}
        noValidate
        gap={4}
        data-unsent={`${application.id}-answer`}
        data-again={isSent ? '' : undefined}
        data-replaces={t('applications.answer.replace')}
      >
        <FormIdentity form={form} />
        <input type="hidden" name="from" value={seen} />
        {isSent && form.values.preview && (
          <Preview subject={subject} body={body} to={`${firstName} ${lastName} <${emailAddress}>`} />
        )}
        <FormField {...field('subject')} defaultValue={subject} required maxLength={200} />
        <FormTextArea {...field('body')} defaultValue={body} required maxLength={10_000} rows={12} />
        {nextStates.length > 0 && (
          <SelectField
            name="moveTo"
            label={t('applications.answer.moveTo')}
            defaultValue={moveTo}
            options={[
              ['', t('applications.answer.stay')],
              ...nextStates.map((state) => [state, t(`applications.state.employer.${state}`)] as const),
            ]}
          />
        )}
        {nextStates.includes('declined') && (
          <EndingChoice
            field="answerEndsInterview"
            interview={application.interview}
            name={`${firstName} ${lastName}`}
            form={form}
          />
        )}
        <p className={styles.soft}>
          {t('applications.answer.delay', { minutes: formatNumber(ANSWER_DELAY_MINUTES, locale) })}
        </p>
        <div className={styles.steps}>
          <Button kind="secondary" name="preview" value="yes">
            {t('applications.answer.preview')}
          </Button>
          <Button>{t('applications.answer.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** The email as the applicant receives it. */
function Preview({ subject, body, to }: { subject: string; body: string; to: string }) {
  const { t } = usePage();
  return (
    <section className={styles.preview} aria-label={t('applications.answer.previewTitle')}>
      <dl>
        <div>
          <dt>{t('applications.answer.to')}</dt>
          <dd>{to}</dd>
        </div>
      </dl>
      <h3>{subject}</h3>
      <p className={styles.text}>{body}</p>
      <p className={styles.soft}>{t('applications.answer.previewNote')}</p>
    </section>
  );
}

/** The state of an application, with a button for each state that can follow. */
export function MoveForm({
  form,
  application: { state, nextStates, declineMessage, interview, firstName, lastName },
}: {
  form: PageForm;
  application: Pick<Application, 'state' | 'nextStates' | 'declineMessage' | 'interview' | 'firstName' | 'lastName'>;
}) {
  const { t, locale } = usePage();
  return (
    <Panel id="move" title={t('applications.move.title')} aside={<StateTag state={state} side="employer" />}>
      <FormErrors
        errors={form.errors}
        labels={{ endInterview: t('applications.interview.cancel') }}
        address={form.action}
      />
      {nextStates.length === 0 && <p className={styles.soft}>{t('applications.move.none')}</p>}
      {nextStates.length > 0 && (
        <Column as="form" method="post" action={form.action} gap={4}>
          <FormIdentity form={form} />
          <input type="hidden" name="from" value={state} />
          <div className={styles.steps}>
            {nextStates.map((next) => (
              <Button key={next} name="state" value={next} kind={next === 'declined' ? 'quiet' : 'secondary'}>
                {t(`applications.move.${next}`)}
              </Button>
            ))}
          </div>
          {nextStates.includes('declined') && (
            <>
              <EndingChoice field="endInterview" interview={interview} name={`${firstName} ${lastName}`} form={form} />
              <p className={styles.soft}>
                {t('applications.move.declinedHelp', { minutes: formatNumber(ANSWER_DELAY_MINUTES, locale) })}
              </p>
              <details className={styles.letter} data-decline-message>
                <summary>{t('applications.move.declineMessage')}</summary>
                <p>
                  <strong>{declineMessage.subject}</strong>
                </p>
                <p className={styles.text}>{declineMessage.body}</p>
              </details>
            </>
          )}
        </Column>
      )}
    </Panel>
  );
}

/** A template for an answer, from the site or from the organization. */
export interface TemplateChoice {
  /** Identifier in addresses and forms. */
  key: string;
  label: string;
  subject: string;
  body: string;
  state: ApplicationState | null;
}

interface Offered {
  templates: readonly { name: string; subject: string; body: string; state: ApplicationState | null }[];
  ownTemplates: OwnAnswerTemplatesFragment | null;
}

/** @returns the templates of the site */
export function builtInChoices({ templates }: Offered, t: Translate): TemplateChoice[] {
  return templates.map((template) => ({
    ...template,
    key: template.name,
    label: t(`applications.answer.template.${template.name}`),
  }));
}

/** @returns the templates of the organization */
export function ownChoices({ ownTemplates }: Offered): TemplateChoice[] {
  return (ownTemplates?.templates ?? []).map(({ id, name, ...words }) => ({ ...words, key: `own-${id}`, label: name }));
}
