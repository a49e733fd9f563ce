import type { EditedJobQuery } from '#contract/generated/operations.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { usePage } from '../../../lib/page-context';
import { jobWords, shortened, useValueWords } from '../job-words';
import styles from '../manager.module.css';
import { Panel } from '../../../components/ui/containers/panel';

/** Their names do not have the prefix of the other settings. */
const OTHERS = ['linkUrl', 'reference', 'screeningQuestions'];

/** Fields whose values each have a separate line. */
const QUESTIONS = ['applicationQualifyingQuestions', 'screeningQuestions'];

type Change = NonNullable<EditedJobQuery['editedJob']>['changes'][number];

/** Effects of a change on each changed field: the old value beside the new one, with the different words marked. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t, locale } = usePage();
  const words = jobWords(t, locale);
  return (
    <section className={styles.changes} aria-labelledby="job-changes" data-job-changes>
      <h2 id="job-changes">{t('job-wizard.changes.title')}</h2>
      {changes.map((change) => (
        <div key={change.field} data-changed={change.field}>
          <h3>{words.field(change.field)}</h3>
          {change.parts.length > 0 && change.parts.every((part) => part.change === 'same') && (
            <p>{t('job-wizard.changes.onlyFormatting')}</p>
          )}
          <dl className={styles.versions}>
            {(['before', 'after'] as const).map((version) => (
              <div key={version}>
                <dt>{t(`job-wizard.changes.${version}`)}</dt>
                <dd>
                  <Version change={change} version={version} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function Version({ change, version }: { change: Change; version: 'before' | 'after' }) {
  const { t } = usePage();
  const wordsOf = useValueWords();
  const values = change[version];
  if (values.length === 0) return t('job-wizard.changes.empty');
  if (change.parts.length === 0) return wordsOf(change.field, values);
  const other = version === 'before' ? 'added' : 'removed';
  const Mark = version === 'before' ? 'del' : 'ins';
  return shortened(change.parts)
    .filter((part) => part.change !== other)
    .map(({ text, change: kind }, index) => (kind === 'same' ? text : <Mark key={index}>{text}</Mark>));
}

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
