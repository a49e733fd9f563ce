import { MAX_RATING, MAX_TAG_LENGTH, MAX_NOTE_LENGTH } from '#contract/applications/recruiting-rules.js';
import type { ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { Panel } from '../../../components/ui/containers/panel';
import { formatNumber, formatList, formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { meanText, UnmetCriteria } from '../application-marks';
import layout from './team.module.css';

/** The forms for the team's internal data. */
export interface TeamFormsOfPage {
  note: PageForm;
  deletedNote: PageForm;
  tag: PageForm;
  rate: PageForm;
}

/** Internal ratings, tags and notes of the organization's members about an applicant. */
export function TeamPanel({
  team,
  application,
  organization,
  forms,
}: {
  team: Team;
  /** Id of the application. */
  application: string;
  organization: string;
  forms: TeamFormsOfPage;
}) {
  const { t } = usePage();
  return (
    <Panel id="team" title={t('applications.notes.team')}>
      <p className={styles.soft}>{t('applications.notes.private', { organization })}</p>
      <UnmetCriteria names={team.unmet} />
      <Ratings team={team} form={forms.rate} />
      <Tags team={team} application={application} form={forms.tag} />
      <TeamNotes team={team} application={application} form={forms.note} deleting={forms.deletedNote} />
    </Panel>
  );
}

function Ratings({ team: { mean, own, ratings }, form }: { team: Team; form: PageForm }) {
  const { t, locale } = usePage();
  const max = formatNumber(MAX_RATING, locale);
  const values = Array.from({ length: MAX_RATING }, (_none, index) => index + 1);
  return (
    <Column as="section" gap={2} aria-labelledby="rate">
      <h3 id="rate">{t('applications.rating.title')}</h3>
      {mean !== null && <p>{meanText(mean, t, locale)}</p>}
      {ratings.length > 0 && (
        <ul className={styles.soft} data-ratings>
          {ratings.map(({ name, rating }, index) => (
            <li key={index}>{t('applications.rating.by', { name, rating: formatNumber(rating, locale), max })}</li>
          ))}
        </ul>
      )}
      <FormErrors errors={form.errors} labels={{ rating: t('applications.rating.own') }} address={form.action} />
      <form method="post" action={form.action} className={layout.rating}>
        <FormIdentity form={form} />
        <fieldset>
          <legend>{t('applications.rating.own')}</legend>
          {values.map((value) => (
            <label key={value}>
              <input type="radio" name="rating" value={value} defaultChecked={own === value} />
              <span>{formatNumber(value, locale)}</span>
            </label>
          ))}
          <label>
            <input type="radio" name="rating" value="" defaultChecked={own === null} />
            <span>{t('applications.rating.none')}</span>
          </label>
        </fieldset>
        <Button kind="secondary">{t('applications.rating.submit')}</Button>
      </form>
    </Column>
  );
}

const KNOWN_TAGS = 'known-tags';

function Tags({ team: { tags, knownTags }, application, form }: { team: Team; application: string; form: PageForm }) {
  const { t } = usePage();
  const label = t('applications.tags.add');
  return (
    <Column as="section" gap={2} aria-labelledby="tag">
      <h3 id="tag">{t('applications.tags.title')}</h3>
      {tags.length === 0 && <p className={styles.soft}>{t('applications.tags.none')}</p>}
      {tags.length > 0 && (
        <form method="post" action={form.action} className={styles.steps} data-tags>
          <FormIdentity form={form} />
          {tags.map((tag) => (
            <Button
              key={tag}
              kind="secondary"
              name="remove"
              value={tag}
              aria-label={t('applications.tags.remove', { tag })}
            >
              {tag} ×
            </Button>
          ))}
        </form>
      )}
      <FormErrors errors={form.errors} labels={{ tag: label }} address={form.action} />
      <form
        method="post"
        action={form.action}
        noValidate
        className={styles.search}
        data-unsent={`${application}-tag`}
        data-again={'tag' in form.values ? '' : undefined}
      >
        <FormIdentity form={form} />
        <FormField
          name="tag"
          label={label}
          list={KNOWN_TAGS}
          maxLength={MAX_TAG_LENGTH}
          required
          defaultValue={form.values.tag ?? ''}
          error={form.errors.find(({ field }) => field === 'tag')?.message}
        />
        <datalist id={KNOWN_TAGS}>
          {knownTags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <Button kind="secondary">{t('applications.tags.submit')}</Button>
      </form>
    </Column>
  );
}

/** Internal data of an organization about an application. */
type Team = NonNullable<NonNullable<ReceivedApplicationQuery['receivedApplication']>['team']>;

/** Notes about an applicant, the oldest first, and a form for another one that can notify colleagues. */
function TeamNotes({
  team: { notes, colleagues },
  application,
  form,
  deleting,
}: {
  team: Team;
  application: string;
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
      <Column
        as="form"
        method="post"
        action={form.action}
        noValidate
        gap={3}
        data-note-form
        data-unsent={`${application}-note`}
        data-again={'note' in form.values ? '' : undefined}
      >
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
