import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { JOB_REPORT_PATH } from '#contract/pages/paths.js';
import type { ShareTarget } from '#contract/pages/public-site.js';
import { mapEmbed } from '../../../components/embeds/embed-address';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import { CopyButton } from '../../../components/ui/buttons/copy-button';
import { Icon } from '../../../components/ui/icon';
import { Tag } from '../../../components/ui/tag';
import { formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './job-extras.module.css';
import { useSite } from '../../../lib/site-context';

/** The employer's lists beside the text, and the actions for a job. */
export function JobExtras({ job }: { job: JobDetailsFragment }) {
  const { t } = usePage();
  const lists: [name: string, labels: readonly string[]][] = [
    ['benefits', job.benefits.map(({ label }) => label)],
    ['skills', distinct([...job.skills.map(({ label }) => label), ...job.skillsFree])],
    ['languages', distinct([...job.languages.map(({ label }) => label), ...job.languagesFree])],
    ['fieldsOfStudy', job.fieldsOfStudy.map(({ label }) => label)],
    ['fields', distinct([...job.industries, ...job.occupationalField].map(({ label }) => label))],
  ];
  return (
    <>
      {lists.some(([, labels]) => labels.length > 0) && (
        <dl className={styles.terms}>
          {lists.map(([name, labels]) =>
            labels.length ? (
              <div key={name}>
                <dt>{t(`job.${name}`)}</dt>
                {labels.map((label) => (
                  <dd key={label}>
                    <Tag>{label}</Tag>
                  </dd>
                ))}
              </div>
            ) : null,
          )}
        </dl>
      )}
      {job.file && (
        <p>
          <a href={job.file.url} rel="nofollow">
            <Icon name="download" /> {job.file.name}
          </a>
        </p>
      )}
      <JobLinks job={job} />
      {job.reference && <p>{t('job.reference', { reference: job.reference })}</p>}
    </>
  );
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}

/** Share, show on a map, report. Nothing is loaded from other companies before the visitor requests it. */
function JobLinks({ job }: { job: JobDetailsFragment }) {
  const { t, origin, href, locale } = usePage();
  const { sharing, features, map, countries, embeds } = useSite();
  const url = origin + href(job.url.path);
  return (
    <div className={styles.more}>
      <details>
        <summary>{t('job.share')}</summary>
        <ul>
          <li>
            <CopyButton text={url} label={t('job.copyLink')} />
          </li>
          {sharing.map((target) => (
            <li key={target}>
              <a
                href={shareAddress(target, url, job.title)}
                rel="noopener nofollow"
                target={target === 'email' ? undefined : '_blank'}
              >
                {t(`job.shareOn.${target}`)}
              </a>
            </li>
          ))}
        </ul>
      </details>
      {features.maps && job.address && (
        <details data-map>
          <summary>{t('job.map')}</summary>
          <EmbedFrame
            embed={mapEmbed(job.address, map.centre, embeds.maps)}
            title={formatPlace(job.address, locale, countries)}
            kind="map"
          />
        </details>
      )}
      <a href={href(`${JOB_REPORT_PATH}/${job.id}`)} rel="nofollow">
        <Icon name="flag" />
        {t('job.report')}
      </a>
    </div>
  );
}

/** Address for sharing a link: a page of that service, which is opened only on a click. */
function shareAddress(target: ShareTarget, url: string, title: string): string {
  const link = encodeURIComponent(url);
  const text = encodeURIComponent(title);
  const both = encodeURIComponent(`${title} ${url}`);
  const addresses: Record<ShareTarget, string> = {
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${link}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${link}`,
    email: `mailto:?subject=${text}&body=${link}`,
    twitter: `https://x.com/intent/post?text=${text}&url=${link}`,
    whatsapp: `https://wa.me/?text=${both}`,
    bluesky: `https://bsky.app/intent/compose?text=${both}`,
    xing: `https://www.xing.com/spi/shares/new?url=${link}`,
  };
  return addresses[target];
}
