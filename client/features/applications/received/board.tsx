import { ANSWER_DELAY_MINUTES, APPLICATION_STATES } from '#contract/applications/recruiting-rules.js';
import type { ApplicationBoardQuery, ApplicationState } from '#contract/generated/operations.js';
import { jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { SelectField } from '../../../components/ui/forms/field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { formatDate, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { StateTag, meanText } from '../application-marks';
import pageStyles from '../applications.module.css';
import styles from './board.module.css';

export type BoardColumn = NonNullable<ApplicationBoardQuery['applicationBoard']>[number];

/**
 * The applications for a job, with a list for each state. Each card has a form that moves it, for the keyboard and
 * without scripts.
 */
export function Board({ columns, jobId, form }: { columns: readonly BoardColumn[]; jobId: string; form: PageForm }) {
  const { t, href, locale } = usePage();
  const isDeclinable = columns.some(({ cards }) => cards.some(({ nextStates }) => nextStates.includes('declined')));
  return (
    <>
      {isDeclinable && (
        <p className={pageStyles.soft} data-declined-hint>
          {t('applications.board.declinedHint', {
            state: t('applications.state.employer.declined'),
            minutes: formatNumber(ANSWER_DELAY_MINUTES, locale),
          })}
        </p>
      )}
      <div className={styles.board} data-board>
        {columns.map(({ state, count, cards }) => (
          <section key={state} aria-labelledby={`column-${state}`} className={styles.column} data-column={state}>
            <h2 id={`column-${state}`}>
              {t('applications.board.column', {
                state: t(`applications.state.employer.${state}`),
                count: formatNumber(count, locale),
              })}
            </h2>
            {cards.length === 0 && <p>{t('applications.board.none')}</p>}
            <ul>
              {cards.map((card) => (
                <Card key={card.id} card={card} jobId={jobId} form={form} />
              ))}
            </ul>
            {cards.length < count && (
              <a href={`${href(jobApplicationsPath(jobId))}?state=${state}`}>
                {t('applications.board.more', { count: formatNumber(count, locale) })}
              </a>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

function Card({
  card: { id, firstName, lastName, state, created, unread, rating, nextStates },
  jobId,
  form,
}: {
  card: BoardColumn['cards'][number];
  jobId: string;
  form: PageForm;
}) {
  const { t, href, locale, site } = usePage();
  const name = `${firstName} ${lastName}`;
  return (
    <li data-card={id}>
      {nextStates.length > 0 && (
        <span className={styles.handle} data-handle hidden aria-hidden="true" title={t('applications.board.drag')}>
          ⠿
        </span>
      )}
      <a href={`${href(jobApplicationPath(jobId, id))}?state=${state}`}>{name}</a>
      <p>
        {unread && <StateTag state={state} side="employer" unread />}{' '}
        <time dateTime={created}>{formatDate(created, locale, site.timeZone)}</time>{' '}
        {rating !== null && <span>{meanText(rating, t, locale)}</span>}
      </p>
      {nextStates.length > 0 && (
        <form method="post" action={form.action}>
          <FormIdentity form={form} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="from" value={state} />
          <SelectField
            name="state"
            label={t('applications.board.moveTo', { name })}
            defaultValue={nextStage(state, nextStates)}
            options={nextStates.map((next) => [next, t(`applications.state.employer.${next}`)] as const)}
          />
          <Button kind="secondary" aria-label={t('applications.board.moveName', { name })}>
            {t('applications.board.move')}
          </Button>
        </form>
      )}
    </li>
  );
}

/**
 * @returns the state that most cards move to next: one step ahead, and never a rejection, which sends an email; a step
 * back if there is nothing else
 */
function nextStage(state: ApplicationState, nextStates: readonly ApplicationState[]): ApplicationState | undefined {
  const rank = (each: ApplicationState) => APPLICATION_STATES.indexOf(each);
  return nextStates.find((next) => next !== 'declined' && rank(next) > rank(state)) ?? nextStates[0];
}
