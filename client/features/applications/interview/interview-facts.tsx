import type { InterviewFieldsFragment } from '#contract/generated/operations.js';
import { usePage } from '../../../lib/page-context';
import styles from './interview.module.css';
import { SlotTime } from './slot-time';

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
