import type { RelayedMessageFragment } from '#contract/generated/operations.js';
import { MAX_CONTACT_MESSAGE_LENGTH } from '#contract/contact-requests.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormTextArea } from '../../components/ui/forms/form-field';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { formatTime } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './resume-contacts.module.css';

interface ContactMessagesProps {
  id: string;
  messages: readonly RelayedMessageFragment[];
  /** The side that reads the messages. */
  side: 'applicant' | 'recruiter';
  /** undefined if no more messages can be sent. */
  form: PageForm | undefined;
}

/** The messages of both sides, and the form for the next one. */
export function ContactMessages({ id, messages, side, form }: ContactMessagesProps) {
  const { t, locale, site } = usePage();
  const isSent = form !== undefined && form.values.contact === id && form.errors.length > 0;
  if (!form && messages.length === 0) return null;
  return (
    <details className={styles.more} open={isSent || messages.length > 0} data-contact-messages>
      <summary>
        {messages.length > 0 ? t('contacts.messages.title', { count: messages.length }) : t('contacts.messages.write')}
      </summary>
      <Column gap={3}>
        {messages.length > 0 && (
          <ol className={styles.messages}>
            {messages.map((message, index) => (
              <li key={index}>
                <p className={styles.soft}>
                  {message.isFromApplicant === (side === 'applicant')
                    ? t('contacts.messages.you')
                    : (message.by ?? t('contacts.messages.other'))}{' '}
                  · <time dateTime={message.at}>{formatTime(message.at, locale, site.timeZone)}</time>
                </p>
                <p className={styles.quoted}>{message.body}</p>
              </li>
            ))}
          </ol>
        )}
        {form && (
          <Column as="form" method="post" action={form.action} noValidate gap={3} data-contact-write>
            <FormIdentity form={form} />
            <input type="hidden" name="contact" value={id} />
            <MessageField
              id={`message-${id}`}
              label={t(`contacts.messages.label.${side}`)}
              help="contacts.messages.help"
              form={isSent ? form : undefined}
            />
            <div>
              <Button kind="secondary">{t('contacts.messages.send')}</Button>
            </div>
          </Column>
        )}
      </Column>
    </details>
  );
}

interface MessageFieldProps {
  /** Id of the field on the page, which may have several. */
  id: string;
  label: string;
  help: string;
  /** The submitted form, if it was this one. */
  form: PageForm | undefined;
}

/** A message to the other side; errors are shown below. */
export function MessageField({ id, label, help, form }: MessageFieldProps) {
  const { t } = usePage();
  return (
    <FormTextArea
      id={id}
      name="message"
      label={label}
      help={t(help, { max: MAX_CONTACT_MESSAGE_LENGTH })}
      error={form?.errors.find((each) => each.field === 'message')?.message}
      required
      rows={5}
      maxLength={MAX_CONTACT_MESSAGE_LENGTH}
      defaultValue={form?.values.message ?? ''}
    />
  );
}
