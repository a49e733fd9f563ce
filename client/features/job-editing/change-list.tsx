import type { EditedJobQuery } from '#contract/generated/operations.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { countryName, formatDay } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './change-list.module.css';
import { changedPart } from './changed-part';
import { jobWords } from './job-words';

type Change = NonNullable<EditedJobQuery['editedJob']>['changes'][number];

/** What a change of a job makes of each field that it touches. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t, locale } = usePage();
  const words = jobWords(t, locale);
  const wordsOf = useValueWords();
  return (
    <section className={styles.changes} aria-labelledby="job-changes" data-job-changes>
      <h2 id="job-changes">{t('job-wizard.changes.title')}</h2>
      {changes.map((change) => {
        const { before, after } = changedPart(wordsOf(change, change.before), wordsOf(change, change.after));
        return (
          <div key={change.field} data-changed={change.field}>
            <h3>{words.field(change.field)}</h3>
            <dl className={styles.versions}>
              <div>
                <dt>{t('job-wizard.changes.before')}</dt>
                <dd>{before || t('job-wizard.changes.empty')}</dd>
              </div>
              <div>
                <dt>{t('job-wizard.changes.after')}</dt>
                <dd>{after || t('job-wizard.changes.empty')}</dd>
              </div>
            </dl>
          </div>
        );
      })}
    </section>
  );
}

function useValueWords(): (change: Change, values: readonly string[]) => string {
  const { t, locale } = usePage();
  const words = jobWords(t, locale);
  return ({ field: name }, values) => {
    const definition = ALL_JOB_FIELDS.find((known) => known.name === name);
    return values
      .map((value) => {
        switch (definition?.type) {
          case 'choice':
            return definition.settings?.choices?.includes(value) ? words.choice(name, value) : value;
          case 'country':
            return /^[A-Z]{2}$/.test(value) ? countryName(value, locale) : value;
          case 'date':
            return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value, locale) : value;
          case 'boolean':
            return t('job-wizard.changes.yes');
          default:
            return value;
        }
      })
      .join(', ');
  };
}
