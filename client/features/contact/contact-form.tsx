import type { ReactNode } from 'react';
import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { CONTACT_RULE_VALUES } from '#contract/applications/contact-rules.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { ACCEPTED_ATTACHMENTS, MESSAGE_FILES } from '#contract/applications/uploads.js';
import { Button } from '../../components/ui/button';
import { Column } from '../../components/ui/column';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { fieldId } from '../../components/ui/forms/field-id';
import { FormCheckbox, FormField, FormTextArea } from '../../components/ui/forms/form-field';
import { formatBytes } from '../../lib/format';
import type { CheckTexts } from '../../lib/forms/form-checks';
import { ruleMessages } from '../../lib/forms/rule-messages';
import { usePage } from '../../lib/page-context';
import type { PendingFormFile, PageForm } from '../../lib/page-form';
import styles from './contact-form.module.css';

/**
 * A message to whoever runs the site (PAGE-01). Sent as it is, with scripts and without: what was typed and uploaded is still there when
 * something has to be put right.
 *
 * @param kept files that were uploaded before
 * @param children what stands before the button
 */
export function ContactForm({
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
  const limits = {
    most: String(MESSAGE_FILES.most),
    each: formatBytes(MESSAGE_FILES.mostBytes, locale),
    all: formatBytes(MESSAGE_FILES.maxTotalBytes, locale),
  };
  // As the server says it; the script fills in the name of the file.
  const named = { ...limits, name: '{name}' };
  const fileTexts = {
    fileType: t('files.fileType', named),
    fileSize: t('contact.fileSize', named),
    fileEmpty: t('files.fileEmpty', named),
    filesMany: t('files.filesMany', limits),
    filesSize: t('files.filesSize', limits),
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
        data-busy={t('contact.busy')}
        data-checks={JSON.stringify(checks)}
      >
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
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
        {kept.length > 0 && (
          <Column as="fieldset" gap={1} className={styles.kept}>
            <legend>{t('contact.kept')}</legend>
            {kept.map(({ token, name, size }, index) => (
              <label key={token}>
                <input type="checkbox" name="attachments" value={token} id={`kept-${index}`} defaultChecked />
                <span>
                  {name} <small>{formatBytes(size, locale)}</small>
                </span>
              </label>
            ))}
          </Column>
        )}
        <FormField
          {...field('attachments')}
          help={t('contact.attachmentsHelp', limits)}
          type="file"
          multiple
          accept={ACCEPTED_ATTACHMENTS}
          data-most={MESSAGE_FILES.most}
          data-most-bytes={MESSAGE_FILES.mostBytes}
          data-max-total={MESSAGE_FILES.maxTotalBytes}
          data-texts={JSON.stringify(fileTexts)}
        />
        <FormCheckbox {...field('copy')} value="yes" defaultChecked={form.values.copy === 'yes'} />
        <div hidden>
          <label htmlFor={fieldId(HONEYPOT_FIELD)}>{t('account.homepage')}</label>
          <input id={fieldId(HONEYPOT_FIELD)} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </div>
        {children}
        <div>
          <Button>{t('contact.submit')}</Button>
        </div>
        <p role="status" className={styles.busy} data-contact-status />
      </Column>
    </Column>
  );
}
