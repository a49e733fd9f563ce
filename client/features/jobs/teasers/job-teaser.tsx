import type { JobTeaserFragment } from '#contract/generated/operations.js';
import { imageSources } from '../../../components/ui/media/image-sources';
import { markOf, MarkView } from '../../../components/ui/mark';
import { Slides } from '../../../components/ui/media/slides';
import { formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { TeasedJobs } from './job-teasers';
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
