import type { EditedJobQuery } from '#contract/generated/operations.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { jobWords } from '../job-words';
import styles from '../manager.module.css';
import { useValueWords } from './value-words';

/** Their names do not have the prefix of the other settings. */
const OTHERS = ['linkUrl', 'reference', 'screeningQuestions'];
/** Fields whose values each have a separate line. */
const QUESTIONS = ['applicationQualifyingQuestions', 'screeningQuestions'];

/**
 * Application settings of a job, which its page does not show: the recipient of applications, the requirements, and the
 * questions.
 */
export function ApplicationSettings({ edited }: { edited: NonNullable<EditedJobQuery['editedJob']> }) {
  const { t, locale } = usePage();
  const words = jobWords(t, locale);
  const wordsOf = useValueWords();
  const shown = ALL_JOB_FIELDS.flatMap(({ name }) => {
    if (!name.startsWith('application') && !OTHERS.includes(name)) return [];
    const values = edited.fields.find((field) => field.name === name)?.values ?? [];
    return values.length > 0 ? [{ name, values }] : [];
  });
  return (
    <Panel id="application-settings" title={t('job-wizard.review.applying')}>
      {shown.length === 0 && <p>{t('job-wizard.review.applyingNone')}</p>}
      <dl className={styles.pairs}>
        {shown.map(({ name, values }) => (
          <div key={name} data-setting={name}>
            <dt>{words.field(name)}</dt>
            {QUESTIONS.includes(name) ? (
              values.map((question) => <dd key={question}>{wordsOf(name, [question])}</dd>)
            ) : (
              <dd>{wordsOf(name, values)}</dd>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
