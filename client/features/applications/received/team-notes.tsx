import { MAX_NOTE_LENGTH } from '#contract/applications/note-rules.js';
import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { formatList, formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import layout from './team.module.css';

/** Internal data of an organization about an application. */
export type Team = NonNullable<NonNullable<ReceivedApplicationQuery['receivedApplication']>['team']>;

/** Notes about an applicant, the oldest first, and a form for another one that can notify colleagues. */
export function TeamNotes({
  team: { notes, colleagues },
  form,
  deleting,
}: {
  team: Team;
  form: PageForm;
  deleting: PageForm;
}) {
  const { t, locale, site } = usePage();
  const label = t('applications.notes.add');
  const mentioned = (form.values.mention ?? '').split(' ');
  return (
    <Column as="section" gap={3} aria-labelledby="note">
      <h3 id="note">{t('applications.notes.title')}</h3>
      {notes.length === 0 && <p className={styles.soft}>{t('applications.notes.none')}</p>}
      <ul className={layout.notes} data-notes>
        {notes.map(({ id, at, author, body, isOwn, mentions }) => (
          <li key={id}>
            <p className={styles.when}>
              <strong>{author ?? t('applications.notes.formerColleague')}</strong>
              <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
            </p>
            <p className={styles.text}>{body}</p>
            {mentions.length > 0 && (
              <p className={styles.soft}>{t('applications.notes.mentions', { names: formatList(mentions, locale) })}</p>
            )}
            {isOwn && (
              <form method="post" action={deleting.action}>
                <FormIdentity form={deleting} />
                <input type="hidden" name="number" value={id} />
                <Button kind="quiet">{t('applications.notes.delete')}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <FormErrors
        errors={form.errors}
        labels={{ note: label, mention: t('applications.notes.mention') }}
        address={form.action}
      />
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-note-form>
        <FormIdentity form={form} />
        <FormTextArea
          name="note"
          label={label}
          rows={4}
          required
          maxLength={MAX_NOTE_LENGTH}
          defaultValue={form.values.note ?? ''}
          error={form.errors.find(({ field }) => field === 'note')?.message}
        />
        {colleagues.length > 0 && (
          <fieldset className={layout.mentions}>
            <legend>{t('applications.notes.mention')}</legend>
            {colleagues.map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" name="mention" value={id} defaultChecked={mentioned.includes(id)} />
                <span>{name}</span>
              </label>
            ))}
            <p className={styles.soft}>{t('applications.notes.mentionHelp')}</p>
          </fieldset>
        )}
        <div className={styles.steps}>
          <Button>{t('applications.notes.submit')}</Button>
        </div>
      </Column>
    </Column>
  );
}
