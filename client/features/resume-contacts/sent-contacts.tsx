import type { SentContactFragment } from '#contract/generated/operations.js';
import { resumePath } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/buttons/button';
import { FormIdentity } from '../../components/ui/forms/form-identity';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { ContactMessages } from './contact-messages';
import styles from './resume-contacts.module.css';

interface SentContactsProps {
  requests: readonly SentContactFragment[];
  forms: { revoke: PageForm; write: PageForm };
}

/** The requests of an organization, with the available actions for each. */
export function SentContacts({ requests, forms }: SentContactsProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <SentContact key={request.id} request={request} forms={forms} />
      ))}
    </ul>
  );
}

function SentContact({ request, forms }: Pick<SentContactsProps, 'forms'> & { request: SentContactFragment }) {
  const { t, href, locale, site } = usePage();
  const { id, resumeId, title, state, message, by, created, lapses, usesSlot, messages } = request;
  const name = title ?? t('resume.untitled');
  const date = (iso: string) => formatDate(iso, locale, site.timeZone);
  const facts = [
    t('contacts.sent.at', { date: date(created) }),
    by && t('contacts.sent.by', { name: by }),
    state === 'pending' && t('contacts.sent.lapses', { date: date(lapses) }),
    usesSlot ? t('contacts.sent.slot') : t('contacts.sent.credit'),
  ];
  return (
    <li id={`contact-${id}`} data-contact-request={state}>
      <h3>{resumeId ? <a href={href(resumePath(resumeId))}>{name}</a> : name}</h3>
      <p className={styles.soft}>
        <Tag>{t(`contacts.state.${state}`)}</Tag> {facts.filter(Boolean).join(' · ')}
      </p>
      {!resumeId && <p className={styles.soft}>{t('contacts.sent.hidden')}</p>}
      <p className={styles.quoted}>{message}</p>
      <ContactMessages
        id={id}
        messages={messages}
        side="recruiter"
        form={state === 'approved' ? forms.write : undefined}
      />
      {(state === 'pending' || state === 'approved') && (
        <details className={styles.more}>
          <summary>{t(`contacts.sent.revoke.${state}`)}</summary>
          <form method="post" action={forms.revoke.action} data-contact-revoke>
            <FormIdentity form={forms.revoke} />
            <input type="hidden" name="contact" value={id} />
            <p>{t(`contacts.sent.revokeText.${state}`)}</p>
            <Button kind="danger">{t(`contacts.sent.revoke.${state}`)}</Button>
          </form>
        </details>
      )}
    </li>
  );
}
