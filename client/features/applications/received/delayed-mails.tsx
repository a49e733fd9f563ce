import { formatTime } from '../../../lib/format';
import type { DelayedMailFieldsFragment } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';

/** Messages that an applicant has not received yet, each with buttons that cancel it or send it immediately. */
export function DelayedMails({
  mails,
  form,
  application: { id, name },
}: {
  mails: readonly DelayedMailFieldsFragment[];
  form: PageForm;
  application: { id: string; name: string };
}) {
  const { t, locale, site } = usePage();
  return mails.map((mail) => {
    const time = formatTime(mail.due, locale, site.timeZone);
    return (
      <form key={mail.id} method="post" action={form.action} className={styles.delayed} data-delayed-mail>
        <FormIdentity form={form} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="mail" value={mail.id} />
        <p>
          {mail.subject == null
            ? t('applications.delayed.declined', { time })
            : t('applications.delayed.answer', { subject: mail.subject, time })}
        </p>
        <Button kind="secondary" name="go" value="undo" aria-label={t('applications.delayed.undoFor', { name })}>
          {t('applications.delayed.undo')}
        </Button>
        <Button kind="quiet" name="go" value="send">
          {t('applications.delayed.send')}
        </Button>
      </form>
    );
  });
}
