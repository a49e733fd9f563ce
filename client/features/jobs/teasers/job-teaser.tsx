import type { JobTeaserFragment, TeasedJobsQuery, TeasedJobsQueryVariables } from '#contract/generated/operations.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { imageSources } from '../../../components/ui/media/image-sources';
import { markOf, MarkView } from '../../../components/ui/mark';
import { Slides } from '../../../components/ui/media/slides';
import { formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './job-teaser.module.css';

/** Size of a picture in the layout, in CSS pixels; screens of twice the density get twice the pixels. */
const [WIDTH, HEIGHT] = [1000, 500];
const SHOWN = 640;
const BESIDE = 3;

/** Promoted jobs, each with a picture (SEARCH-11). */
export function JobTeasers({ kind, jobs }: TeasedJobs) {
  const { t } = usePage();
  return (
    <Slides beside={BESIDE} label={t(`home.teasers.${kind}`)}>
      {jobs.map((teaser) => (
        <JobTeaser key={teaser.job.id} {...teaser} />
      ))}
    </Slides>
  );
}

function JobTeaser({ job, image }: JobTeaserFragment) {
  const { href, locale, site } = usePage();
  const { title, organization, logo, address, language, url } = job;
  return (
    <li className={styles.teaser}>
      {image ? (
        <img {...imageSources(image.url, SHOWN)} alt="" width={WIDTH} height={HEIGHT} loading="lazy" />
      ) : (
        <div className={styles.blank}>
          <MarkView {...markOf({ name: organization.name, logo }, true)} large />
        </div>
      )}
      <h3>
        <a href={href(url.path)} lang={language === locale.slice(0, 2) ? undefined : language}>
          {title}
        </a>
      </h3>
      <p>{organization.name}</p>
      {address && <p className={styles.place}>{formatPlace(address, locale, site.countries)}</p>}
    </li>
  );
}

/** Jobs that are promoted for the same reason. */
export interface TeasedJobs {
  kind: 'top' | 'featured' | 'video';
  jobs: readonly JobTeaserFragment[];
}

/** @returns the variables of the request; undefined if the site promotes no jobs */
export function teasedJobsVariables({
  teasers,
  search,
}: Pick<PublicSite, 'teasers' | 'search'>): TeasedJobsQueryVariables | undefined {
  const { topJobs: top, featuredJobs: featured, videoJobs: video } = teasers;
  if (top + featured + video === 0) return undefined;
  const wanted = { withTop: top > 0, withFeatured: featured > 0, withVideo: video > 0 };
  return { language: [...search.languages], top, featured, video, ...wanted };
}

/** In the order of the page; kinds without jobs are omitted. */
export function teasedJobs({ top = [], featured = [], video = [] }: Partial<TeasedJobsQuery>): TeasedJobs[] {
  const all: TeasedJobs[] = [
    { kind: 'top', jobs: top },
    { kind: 'featured', jobs: featured },
    { kind: 'video', jobs: video },
  ];
  return all.filter(({ jobs }) => jobs.length > 0);
}
