import type { ApplicationState, ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/button';
import { Column } from '../../../components/ui/column';
import { SelectField } from '../../../components/ui/forms/field';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/panel';
import { ChipLink } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';
import { FormIdentity } from '../../../components/ui/forms/form-identity';

type Application = NonNullable<ReceivedApplicationQuery['receivedApplication']>;

/** A mail to the applicant, from a template or from nothing, to be looked at before it is sent. `template`: the name of one. */
export function AnswerForm({
  form,
  application,
  template,
  address,
}: {
  form: PageForm;
  application: Application;
  template: string | undefined;
  /** Of the page. */
  address: string;
}) {
  const { t } = usePage();
  const { templates, nextStates, emailAddress, firstName, lastName } = application;
  const isSent = 'subject' in form.values || form.errors.length > 0;
  const chosen = templates.find(({ name }) => name === template);
  const {
    subject = '',
    body = '',
    moveTo = '',
  } = isSent ? form.values : { subject: chosen?.subject, body: chosen?.body, moveTo: chosen?.state ?? '' };
  const labels = { subject: t('applications.answer.subject'), body: t('applications.answer.body') };
  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Panel id="answer" title={t('applications.answer.title')}>
      <p className={styles.soft}>{t('applications.answer.intro', { name: `${firstName} ${lastName}` })}</p>
      <div className={styles.templates} role="group" aria-label={t('applications.answer.templates')}>
        {templates.map(({ name }) => (
          <ChipLink key={name} href={`${address}?template=${name}#answer`}>
            {t(`applications.answer.template.${name}`)}
          </ChipLink>
        ))}
      </div>
      <FormErrors errors={form.errors} labels={labels} address={address} />
      <Column as="form" method="post" action={form.action} gap={4}>
        <FormIdentity form={form} />
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

/** As it will arrive. */
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

/** Where an application is, and a button for each place where it may go. */
export function MoveForm({
  form,
  state,
  nextStates,
}: {
  form: PageForm;
  state: ApplicationState;
  nextStates: readonly ApplicationState[];
}) {
  const { t } = usePage();
  return (
    <Panel id="move" title={t('applications.move.title')} aside={<StateTag state={state} side="employer" />}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {nextStates.length === 0 && <p className={styles.soft}>{t('applications.move.none')}</p>}
      {nextStates.length > 0 && (
        <Column as="form" method="post" action={form.action} gap={4}>
          <FormIdentity form={form} />
          <div className={styles.steps}>
            {nextStates.map((next) => (
              <Button key={next} name="state" value={next} kind={next === 'declined' ? 'quiet' : 'secondary'}>
                {t(`applications.move.${next}`)}
              </Button>
            ))}
          </div>
          {nextStates.includes('declined') && <p className={styles.soft}>{t('applications.move.declinedHelp')}</p>}
        </Column>
      )}
    </Panel>
  );
}
