import type { InterviewFieldsFragment, UpcomingInterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText } from '#shared/time-zones/time-zone.js';
import { interviewPath } from '#contract/pages/paths.js';
import { usePage } from '../../../lib/page-context';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Panel } from '../../../components/ui/containers/panel';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { formatTime } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import formStyles from '../applications.module.css';
import styles from './interview.module.css';
import { SlotTime } from './slot-choice';

/** Date and place of an interview, or the proposed times. @param zone as in `SlotTime` */
export function InterviewFacts({
  interview: { state, start, slots, minutes, timeZone, place, note, host, reply },
  zone,
  hasChoice = false,
}: {
  interview: InterviewFieldsFragment;
  zone?: string | undefined;
  /** Whether the times are offered for selection below. */
  hasChoice?: boolean;
}) {
  const { t } = usePage();
  const starts = start != null ? [start] : slots.map((slot) => slot.start);
  return (
    <dl className={styles.facts}>
      {!hasChoice && (
        <div>
          <dt>{t(start != null ? 'applications.interview.when' : 'applications.interview.times')}</dt>
          {starts.map((each) => (
            <dd key={each}>
              <SlotTime start={each} minutes={minutes} timeZone={timeZone} zone={zone} />
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt>{t('applications.interview.where')}</dt>
        <dd>{/^https:\/\/\S+$/.test(place) ? <a href={place}>{place}</a> : place}</dd>
      </div>
      {note && (
        <div>
          <dt>{t('applications.interview.noteTitle')}</dt>
          <dd>{note}</dd>
        </div>
      )}
      {host != null && (
        <div>
          <dt>{t('applications.interview.hostTitle')}</dt>
          <dd>{host}</dd>
        </div>
      )}
      {reply != null && state !== 'booked' && (
        <div>
          <dt>{t('applications.interview.reply')}</dt>
          <dd>{reply}</dd>
        </div>
      )}
    </dl>
  );
}

type Arranged = Pick<InterviewFieldsFragment, 'state' | 'upcoming'>;

/** Whether the interview requires attention: proposed times, or a booked time in the future. */
export function isOpen({ state, upcoming }: Arranged): boolean {
  return state === 'proposed' || upcoming;
}

/** @returns the last part of the text keys for the interview's status: its state, or `past` after its time */
export function stateKey({ state, upcoming }: Arranged): InterviewFieldsFragment['state'] | 'past' {
  return state === 'booked' && !upcoming ? 'past' : state;
}

/** @returns a text about a booked interview. @param text text from the catalogue, with `{time}` */
export function UpcomingTime({ interview, text }: { interview: UpcomingInterviewFieldsFragment; text: string }) {
  const { t, locale } = usePage();
  const { start, minutes, timeZone } = interview;
  return <>{t(text, { time: slotText(new Date(start), minutes, { locale, timeZone }) })}</>;
}

/** The interview arranged with an applicant, and a link to the page that manages it. */
export function InterviewPanel({
  application: { id, job, interview, firstName, lastName },
}: {
  application: {
    id: string;
    job: { id: string };
    interview: InterviewFieldsFragment | null;
    firstName: string;
    lastName: string;
  };
}) {
  const { t, href } = usePage();
  return (
    <Panel id="interview" title={t('applications.interview.title')}>
      <div className={styles.interview} data-interview={interview?.state ?? ''}>
        {interview ? (
          <>
            <p>
              {t(`applications.interview.stateEmployer.${stateKey(interview)}`, { name: `${firstName} ${lastName}` })}
            </p>
            <EndingNote interview={interview} name={`${firstName} ${lastName}`} />
            <InterviewFacts interview={interview} />
          </>
        ) : (
          <p>{t('applications.interview.none')}</p>
        )}
        <p>
          <ButtonLink kind="secondary" href={href(interviewPath(job.id, id))} rel="nofollow">
            {t(interview && isOpen(interview) ? 'applications.interview.open' : 'applications.interview.propose')}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  );
}

/**
 * In a form that may reject an applicant: decides whether their interview is canceled. A booked interview must be
 * canceled explicitly.
 */
export function EndingChoice({
  field,
  interview,
  name,
  form,
}: {
  /** Field of the form; differs between two forms on a page. */
  field: string;
  interview: InterviewFieldsFragment | null;
  /** Name of the applicant. */
  name: string;
  form: PageForm;
}) {
  const { t, locale } = usePage();
  const error = form.errors.find((each) => each.field === field)?.message;
  if (interview?.state === 'proposed')
    return <p className={formStyles.soft}>{t('applications.interview.endsProposal')}</p>;
  // A member who may not see interviews learns about one only through the error.
  if (!interview?.upcoming && error === undefined) return null;
  const label =
    interview?.start == null
      ? t('applications.interview.cancel')
      : t('applications.interview.endTitle', {
          time: slotText(new Date(interview.start), interview.minutes, { locale, timeZone: interview.timeZone }),
        });
  return (
    <FormCheckbox
      name={field}
      value="yes"
      label={label}
      help={t('applications.interview.endHelp', { name })}
      error={error}
      defaultChecked={form.values[field] === 'yes'}
    />
  );
}

/** Says that an interview ends with a decision that can still be undone. @param props.name name of the applicant */
export function EndingNote({ interview: { endsAt }, name }: { interview: InterviewFieldsFragment; name: string }) {
  const { t, locale, site } = usePage();
  if (endsAt == null) return null;
  return (
    <p data-interview-ending>
      {t('applications.interview.ending', { name, time: formatTime(endsAt, locale, site.timeZone) })}
    </p>
  );
}
