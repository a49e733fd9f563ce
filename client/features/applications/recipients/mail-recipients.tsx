import { RECRUITING_MAILS_PATH } from '#contract/pages/paths.js';
import type { ApplicationRecipientsQuery } from '#contract/generated/operations.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { fieldId } from '../../../components/ui/forms/field-id';
import { Panel } from '../../../components/ui/containers/panel';
import { formatList } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import choices from '../interview/interview.module.css';

/** Selects the members of the organization who are notified of applications for a job. */
export function MailRecipients({
  recipients: { members, addresses },
  form,
}: {
  recipients: NonNullable<ApplicationRecipientsQuery['applicationRecipients']>;
  form: PageForm;
}) {
  const { t, locale, href } = usePage();
  const isSent = form.values[FORM_FIELD] !== undefined;
  const sent = (form.values.member ?? '').split(' ');
  const label = t('applications.recipients.legend');
  return (
    <Panel id="recipients" title={t('applications.recipients.title')}>
      <p>{t('applications.recipients.text')}</p>
      {addresses.length > 0 && (
        <p>{t('applications.recipients.addresses', { addresses: formatList(addresses, locale) })}</p>
      )}
      <FormErrors errors={form.errors} labels={{ member: label }} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} data-recipients-form>
        <FormIdentity form={form} />
        <fieldset className={choices.slots} aria-describedby="recipients-help">
          <legend>{label}</legend>
          {members.map(({ id, name, email, isChosen, getsMails }, index) => (
            <label key={id} className={choices.slot}>
              <input
                type="checkbox"
                name="member"
                value={id}
                id={index === 0 ? fieldId('member') : undefined}
                defaultChecked={isSent ? sent.includes(id) : isChosen}
              />
              <span>
                {`${name} (${email})`}
                {!getsMails && <span className={styles.soft}>{` · ${t('applications.recipients.none')}`}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <p id="recipients-help" className={styles.soft}>
          {t(`applications.recipients.${addresses.length > 0 ? 'nobodyNamed' : 'nobody'}`)}
        </p>
        <div className={styles.steps}>
          <Button kind="secondary">{t('applications.recipients.submit')}</Button>
          <a href={href(RECRUITING_MAILS_PATH)}>{t('applications.recipients.own')}</a>
        </div>
      </Column>
    </Panel>
  );
}
