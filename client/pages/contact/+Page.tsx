import type { ReactNode } from 'react';
import { PRIVACY_PATH } from '#contract/pages/paths.js';
import { CONTACT_RULE_VALUES } from '#contract/applications/contact-rules.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Container, Column } from '../../components/ui/containers/container';
import { CaptchaField } from '../../features/account/captcha/captcha-field';
import { usePage, useSite } from '../../lib/page-context';
import { Button } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FilesField } from '../../components/uploads/files-field';
import { FormCheckbox, FormField, FormTextArea } from '../../components/ui/forms/form-field';
import { type FileTexts, fileTexts, limitTexts } from '../../lib/files/file-texts';
import type { CheckTexts } from '../../lib/forms/form-checks';
import type { SendingTexts } from '../../lib/forms/send-once';
import { type PendingFormFile, type PageForm, ruleMessages } from '../../lib/page-form';
import { CsrfFields, Honeypot } from '../../components/ui/forms/hidden-fields';
import formStyles from '../../features/contact/contact-form.module.css';
import type { ContactPageData } from './+load.server';
import styles from './contact.module.css';

export function Page({ data: { form, kept, isAsked } }: { data: ContactPageData }) {
  const { t, href } = usePage();
  const { contactEmail, features } = useSite();
  return (
    <Container section>
      <div className={styles.frame}>
        <Column gap={5} className={styles.card}>
          <Column as="header" gap={2} className={styles.head}>
            <h1>{t('contact.title')}</h1>
            <p>{t('contact.intro')}</p>
          </Column>
          {features.readOnly ? (
            <Alert kind="warn">{t('maintenance.change')}</Alert>
          ) : (
            <ContactForm form={form} kept={kept}>
              {isAsked && <CaptchaField />}
            </ContactForm>
          )}
        </Column>
        <aside className={styles.aside} aria-labelledby="other-ways">
          <h2 id="other-ways">{t('contact.otherWays')}</h2>
          <dl>
            <div>
              <dt>{t('contact.byMail')}</dt>
              <dd>
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              </dd>
            </div>
            <div>
              <dt>{t('contact.aboutAJob')}</dt>
              <dd>{t('contact.aboutAJobText')}</dd>
            </div>
            <div>
              <dt>{t('contact.aboutData')}</dt>
              <dd>
                <a href={href(PRIVACY_PATH)}>{t('contact.privacy')}</a>
              </dd>
            </div>
          </dl>
        </aside>
      </div>
    </Container>
  );
}

/**
 * A message to the operator of the site (PAGE-01). Submitted the same way with and without scripts: typed values and
 * uploads are kept when something has to be corrected.
 *
 * @param kept files that were uploaded before
 * @param children content before the button
 */
function ContactForm({
  form,
  kept,
  children,
}: {
  form: PageForm;
  kept: readonly PendingFormFile[];
  children?: ReactNode;
}) {
  const { t, locale } = usePage();
  const labels = {
    name: t('contact.name'),
    email: t('contact.email'),
    subject: t('contact.subject'),
    body: t('contact.body'),
    copy: t('contact.copy'),
    attachments: t('contact.attachments'),
    captcha: t('account.captcha'),
  };
  const limits = limitTexts(MESSAGE_FILES, locale);
  // Texts for the form's script; they are part of the page, because scripts have no catalogue.
  const texts: FileTexts & SendingTexts = {
    ...fileTexts(t, limits),
    refused: t('contact.stillRefused'),
    busy: t('contact.busy'),
    waiting: t('contact.waiting'),
  };
  const checks: CheckTexts = { messages: ruleMessages(t, 'contact', CONTACT_RULE_VALUES), labels };
  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: form.errors.find((error) => error.field === name)?.message,
  });
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        encType="multipart/form-data"
        gap={4}
        data-contact-form
        data-locale={locale}
        data-again={form.errors.length > 0 ? '' : undefined}
        data-texts={JSON.stringify(texts)}
        data-checks={JSON.stringify(checks)}
      >
        <CsrfFields value={form.csrf} />
        <FormField {...field('name')} defaultValue={form.values.name} autoComplete="name" required maxLength={120} />
        <FormField
          {...field('email')}
          help={t('contact.emailHelp')}
          defaultValue={form.values.email}
          type="email"
          autoComplete="email"
          required
        />
        <FormField {...field('subject')} defaultValue={form.values.subject} required maxLength={200} />
        <FormTextArea {...field('body')} defaultValue={form.values.body} required maxLength={10_000} rows={8} />
        <FilesField
          label={labels.attachments}
          error={field('attachments').error}
          kept={kept}
          refused={(form.values.refusedFiles ?? '').split(' ').filter(Boolean).map(decodeURIComponent)}
          limits={MESSAGE_FILES}
          help={t('contact.attachmentsHelp', limits)}
        />
        <FormCheckbox {...field('copy')} value="yes" defaultChecked={form.values.copy === 'yes'} />
        <Honeypot />
        {children}
        <div>
          <Button>{t('contact.submit')}</Button>
        </div>
        <p role="status" className={formStyles.busy} data-contact-status />
      </Column>
    </Column>
  );
}
