import type { ReactNode } from 'react';
import type { JobDetailsFragment } from '#contract/generated/operations.js';
import type { ViewSource } from '#contract/view-source.js';
import { jobViewPath } from '#contract/job-views.js';
import { JOB_REPORT_PATH } from '#contract/pages/paths.js';
import type { ShareTarget } from '#contract/pages/public-site.js';
import { Column } from '../../../components/ui/containers/container';
import { Mark } from '../../../components/ui/mark';
import { Prose } from '../../../components/ui/prose';
import { usePage, useSite } from '../../../lib/page-context';
import { Alert } from '../../../components/ui/feedback/alert';
import { formatDate, formatDeadline, formatPay, formatPlace, formatRelativeDay } from '../../../lib/format';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import { videoEmbed, webAddress, mapEmbed } from '../../../components/embeds/embed-address';
import { workplace } from '../workplace';
import { tracked } from '../../../lib/measurement/tracked';
import { CopyButton } from '../../../components/ui/buttons/button';
import { Icon } from '../../../components/ui/icon';
import { Tag } from '../../../components/ui/tag';
import { ApplyBar } from './apply-bar';
import styles from './job-view.module.css';
import extrasStyles from './job-extras.module.css';

interface JobViewProps {
  job: JobDetailsFragment;
  /** 1 on its own page, 2 beside the list. */
  level: 1 | 2;
  /** Content above the title. */
  tools?: ReactNode;
  /** Source from which the visitor came to the job, if the page itself knows it. */
  source?: ViewSource;
}

/** A job with all details. */
export function JobView({ job, level, tools, source }: JobViewProps) {
  const { href, locale, t } = usePage();
  const Heading = level === 1 ? 'h1' : 'h2';
  const { organization } = job;
  const lang = job.language === locale.slice(0, 2) ? undefined : job.language;
  const about = <AboutOrganization organization={organization} level={level} />;
  return (
    <Column as="article" gap={5} className={level === 1 ? styles.page : undefined} aria-labelledby="job-title">
      <header className={styles.head}>
        {tools}
        <Mark name={organization.name} logo={job.logo} large={level === 1} />
        <div>
          <Heading id="job-title" tabIndex={-1} lang={lang}>
            {job.title}
          </Heading>
          <p>
            {organization.isPublic ? <a href={href(organization.url.path)}>{organization.name}</a> : organization.name}
          </p>
        </div>
      </header>
      {job.closed && <JobClosed job={job} />}
      {isOnTheWay(job) && <JobOnTheWay job={job} />}
      <div className={styles.columns}>
        <div className={styles.side}>
          <JobFacts job={job} />
          {job.state === 'published' && <ApplyBar job={job} source={source} />}
        </div>
        <PrintedAddresses job={job} />
        <Column gap={4} className={styles.body}>
          {job.description !== '' && (
            <>
              <SectionTitle level={level}>{t('job.description')}</SectionTitle>
              <Prose html={job.description} lang={lang} />
            </>
          )}
          {job.videoUrl && <JobVideo source={job.videoUrl} title={job.title} />}
          <JobExtras job={job} />
          {level === 2 && about}
        </Column>
        {level === 1 && about}
      </div>
    </Column>
  );
}

/** Whether a job is not published yet: only its editors can see its page. */
export function isOnTheWay({ state, closed }: JobDetailsFragment): boolean {
  return !closed && state !== 'published';
}

/** Links cannot be followed on paper: prints the addresses for the application and for the job. */
function PrintedAddresses({ job }: { job: JobDetailsFragment }) {
  const { origin, href } = usePage();
  const apply =
    job.applicationWorkflow === 'form' ? undefined : (job.applicationLink ?? job.applicationEmails.join(', '));
  return (
    <ul className={styles.printed} data-printed>
      {apply && !job.closed && <li>{apply}</li>}
      <li>{origin + href(job.url.path)}</li>
    </ul>
  );
}

/** The employer in a few lines. */
function AboutOrganization({
  organization,
  level,
}: {
  organization: JobDetailsFragment['organization'];
  level: 1 | 2;
}) {
  const { t, href } = usePage();
  const { name, mission, logo, url, isPublic, openJobs, industry, size, id } = organization;
  const facts = [industry?.label, size?.label].filter(Boolean).join(' · ');
  return (
    <section className={styles.about}>
      <SectionTitle level={level}>{t('job.aboutOrganization', { name })}</SectionTitle>
      <div className={styles.card}>
        <Mark name={name} logo={logo} />
        <div>
          {mission && <p>{mission}</p>}
          {facts && <p>{facts}</p>}
          <p>
            {isPublic && <a href={href(url.path)}>{t('job.profile')}</a>}
            {openJobs > 1 && <a href={href(`/jobs?company=${id}`)}>{t('job.openJobs', { count: openJobs })}</a>}
          </p>
        </div>
      </div>
    </section>
  );
}

/** Shown for a closed job: a friendly message with alternatives. */
function JobClosed({ job }: { job: JobDetailsFragment }) {
  const { t, locale, href, now, site } = usePage();
  const since =
    job.expiration && Date.parse(job.expiration) <= now.getTime()
      ? formatDate(job.expiration, locale, job.timeZone ?? site.timeZone)
      : null;
  return (
    <Alert kind="warn">
      <p>
        <strong>{since ? t('job.closed.since', { date: since }) : t('job.closed.title')}</strong>
      </p>
      <p>
        {t('job.closed.text')}{' '}
        {job.organization.isPublic && (
          <a href={href(`/jobs?company=${job.organization.id}`)}>
            {t('job.closed.sameEmployer', { name: job.organization.name })}
          </a>
        )}
      </p>
    </Alert>
  );
}

/** Shown for a job that is not published yet: who can see its page, and when it will be public. */
function JobOnTheWay({ job: { state, published, timeZone } }: { job: JobDetailsFragment }) {
  const { t, locale, site } = usePage();
  const date = formatDate(published, locale, timeZone ?? site.timeZone);
  return (
    <Alert kind="warn">
      <p data-unpublished>{t(state === 'scheduled' ? 'job.onTheWay.scheduled' : 'job.onTheWay.inReview', { date })}</p>
    </Alert>
  );
}

/** A video about the job: a video of a known service is loaded on request, others are linked. */
function JobVideo({ source, title }: { source: string; title: string }) {
  const { t } = usePage();
  const { embeds } = useSite();
  const embed = videoEmbed(source, embeds);
  const link = webAddress(source);
  const name = t('job.video', { title });
  if (embed) return <EmbedFrame embed={embed} title={name} kind="video" />;
  return link ? (
    <p>
      <a href={link} rel="noopener noreferrer nofollow" target="_blank">
        {name}
      </a>
    </p>
  ) : null;
}

/** @param level level of the job's own title */
function SectionTitle({ level, children }: { level: 1 | 2; children: ReactNode }) {
  return level === 1 ? <h2>{children}</h2> : <h3>{children}</h3>;
}

/** The most important facts of a job. */
function JobFacts({ job }: { job: JobDetailsFragment }) {
  const { locale, site, now, t } = usePage();
  const address = job.address && formatPlace(job.address, locale, site.countries);
  const place = workplace(job, t, locale, address);
  const { addressLine1, addressLine2, zip } = job.address ?? {};
  // The place of a remote job is the area from which it may be done, so the town of the employer belongs to the address.
  const town = place.remote && (job.address?.locality ?? job.address?.administrativeArea) ? address : null;
  const street = [addressLine1, addressLine2, town].filter(Boolean).join(', ');
  // The employer's own figures are more precise than a range from the list.
  const pay = job.salaryRangeFree
    ? formatPay(job.salaryRangeFree, locale, site.currencyPosition, t)
    : job.salaryRange?.label;
  const facts: [name: string, text: ReactNode][] = [
    [
      place.remote ? 'remote' : 'place',
      street || zip ? (
        <>
          {place.text}
          <br />
          {street}
          {street && zip && ', '}
          {zip && <span className={styles.zip}>{zip}</span>}
        </>
      ) : (
        place.text
      ),
    ],
    ['pay', pay ?? t('job.notStated')],
    ['type', job.employmentType.map(({ label }) => label).join(', ')],
    [
      'closing',
      job.expiration && (
        <time dateTime={job.expiration}>{formatDeadline(job.expiration, locale, job.timeZone ?? site.timeZone)}</time>
      ),
    ],
    ['experience', job.yearsOfExperience?.label],
    ['degree', job.degreeLevel?.label],
    ['availability', job.availabilityPeriod],
    ['assignment', job.organizationAssignment],
    [
      'posted',
      <time key="posted" dateTime={job.published} title={formatDate(job.published, locale, site.timeZone)}>
        {formatRelativeDay(job.published, now, locale, site.timeZone)}
      </time>,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) =>
        text ? (
          <div key={name} className={styles[name]}>
            <dt>{t(`job.fact.${name === 'remote' ? 'place' : name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Reports to the server that a visitor sees a job; a prefetched page reports nothing. */
export function ViewDot({ id }: { id: string }) {
  const visit = tracked(useSite(), 'job_visit', { id });
  return <img key={id} src={jobViewPath(id)} alt="" width={1} height={1} hidden data-view-dot {...visit} />;
}

/** The employer's lists beside the text, and the actions for a job. */
function JobExtras({ job }: { job: JobDetailsFragment }) {
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
        <dl className={extrasStyles.terms}>
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
    <div className={extrasStyles.more}>
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
      {features.maps && job.address && (job.address.locality || job.address.zip) && (
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
