import type { ApplicationState, DelayedMailFieldsFragment } from '#contract/generated/operations.js';
import { MAX_RATING } from '#contract/applications/recruiting-rules.js';
import type { Translate } from '#shared/text/translator.js';
import { classNames } from '../../components/ui/class-names';
import { usePage } from '../../lib/page-context';
import { formatNumber, formatList, formatTime } from '../../lib/format';
import { Tag } from '../../components/ui/tag';
import { Button } from '../../components/ui/buttons/button';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import type { PageForm } from '../../lib/page-form';
import styles from './applications.module.css';

/** The viewer of an application: the state `new` for an employer is `sent` for the applicant. */
export type Side = 'employer' | 'applicant';

/** The state of an application. `unread`: no member of the employer has opened it yet. */
export function StateTag({ state, side, unread = false }: { state: ApplicationState; side: Side; unread?: boolean }) {
  const { t } = usePage();
  if (unread) return <span className={classNames(styles.state, styles.unread)}>{t('applications.unread')}</span>;
  return <span className={classNames(styles.state, styles[state])}>{t(`applications.state.${side}.${state}`)}</span>;
}

/** @returns the mean of several ratings as text */
export function meanText(mean: number, t: Translate, locale: string): string {
  const rating = formatNumber(Math.round(mean * 10) / 10, locale);
  return t('applications.rating.mean', { rating, max: formatNumber(MAX_RATING, locale) });
}

/** The employer's requirements that an application does not meet; nothing if it meets all. */
export function UnmetCriteria({ names }: { names: readonly string[] }) {
  const { t, locale } = usePage();
  if (names.length === 0) return null;
  return (
    <p data-unmet>
      <Tag>{t('applications.criteria.unmet', { list: formatList(names, locale) })}</Tag>
    </p>
  );
}

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
