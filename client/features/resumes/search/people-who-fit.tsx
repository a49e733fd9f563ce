import type { FittingResumeFragment } from '#contract/generated/operations.js';
import { RESUMES_PATH } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';

/** People whom the search returns for a job. */
export interface FittingPeople {
  job: { id: string; title: string };
  /** The job's occupations, by which people were searched. */
  occupations: readonly string[];
  resumes: readonly FittingResumeFragment[];
}

/** People who may fit each job, as far as the user may see them (REC-03). */
export function PeopleWhoFit({ jobs }: { jobs: readonly FittingPeople[] }) {
  const { t, href, locale, site } = usePage();
  return jobs.map(({ job, occupations, resumes }) => (
    <Panel key={job.id} id={`fit-${job.id}`} title={t('resumes.fit.title', { job: job.title })}>
      <ul data-fit={job.id}>
        {resumes.map(({ id, title, language, url, careerStatus, desiredLocation }) => {
          const place = desiredLocation && formatPlace(desiredLocation, locale, site.countries);
          const facts = [careerStatus?.label, place].filter(Boolean).join(' · ');
          return (
            <li key={id}>
              <a href={href(url.path)} lang={language === locale.slice(0, 2) ? undefined : language}>
                {title}
              </a>
              {facts && ` (${facts})`}
            </li>
          );
        })}
      </ul>
      <p>
        <a
          href={href(
            `${RESUMES_PATH}?${new URLSearchParams(occupations.map((tid) => ['occupation', tid])).toString()}`,
          )}
        >
          {t('resumes.fit.all')}
        </a>
      </p>
    </Panel>
  ));
}
