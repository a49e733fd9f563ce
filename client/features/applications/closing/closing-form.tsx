import { NAME_PLACEHOLDER } from '#contract/applications/closing-message.js';
import type { ClosingMessageQuery } from '#contract/generated/operations.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/button';
import { Column } from '../../../components/ui/column';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { formatDate } from '../../../lib/format';
import { StateTag } from '../state-tag';

type Closing = NonNullable<ClosingMessageQuery['closingMessage']>;

/** What those are told who wait for a decision, in each language that they have applied in; it can be seen first as it will arrive. */
export function ClosingForm({ closing, form }: { closing: Closing; form: PageForm }) {
  const { t } = usePage();
  const { texts, isOver, total, recipients } = closing;
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
  const first = recipients[0];
  const field = (name: string, initial: string) => ({
    name,
    label: labels[name],
    defaultValue: form.values[name] ?? initial,
    required: true,
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Panel id="message" title={t('applications.closing.message')}>
      <p className={styles.soft}>{t('applications.closing.intro', { placeholder: NAME_PLACEHOLDER })}</p>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} data-closing-form>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
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
      </Column>
    </Panel>
  );
}

/** As it arrives at one of them. */
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

/** Whom a closing message reaches, those first who have waited longest. */
export function Recipients({ jobId, recipients, total }: { jobId: string } & Pick<Closing, 'recipients' | 'total'>) {
  const { t, href, locale, site } = usePage();
  return (
    <Panel id="recipients" title={t('applications.closing.waiting', { count: total })}>
      <p className={styles.soft}>{t('applications.closing.who')}</p>
      <ul className={styles.rows} data-closing-recipients>
        {recipients.map(({ id, firstName, lastName, state, created }) => (
          <li key={id}>
            <div>
              <a href={href(jobApplicationPath(jobId, id))}>
                {firstName} {lastName}
              </a>
              <p>
                <time dateTime={created}>
                  {t('applications.received.on', { date: formatDate(created, locale, site.timeZone) })}
                </time>
              </p>
            </div>
            <StateTag state={state} side="employer" />
          </li>
        ))}
      </ul>
      {recipients.length < total && (
        <a href={href(jobApplicationsPath(jobId))}>
          {t('applications.closing.more', { count: total - recipients.length })}
        </a>
      )}
    </Panel>
  );
}
