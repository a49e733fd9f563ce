import { NEWS_PATH } from '#contract/pages/paths.js';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { JobList } from '../../features/jobs/list/job-list';
import { JobSearchForm, PopularCauses } from '../../features/jobs/list/job-search-form';
import type { JobSearchResult } from '../../features/jobs/list/search-view';
import { ArticleList } from '../../features/news/article-list';
import { JobTeasers } from '../../features/jobs/teasers/job-teaser';
import { FeaturedOrganizations, TrainingOrganizations } from '../../features/organizations/promoted-organizations';
import { usePage, useSite } from '../../lib/page-context';
import type { HomePageData } from './+load.server';
import styles from './home.module.css';

export function Page({ data: { result, organizations, teased, trainers, news } }: { data: HomePageData }) {
  const { t, href } = usePage();
  const { newsFirst, features } = useSite();
  const newest = (
    <Container section>
      <div className={styles.head}>
        <h2>{t('home.news')}</h2>
        <a href={href(NEWS_PATH)}>{t('news.all')}</a>
      </div>
      <ArticleList articles={news} level={3} lead={newsFirst} />
    </Container>
  );
  return (
    <>
      <Hero>
        <JobSearchForm />
      </Hero>
      {result ? <NewestJobs result={result} /> : <NoJobs />}
      {newsFirst && news.length > 0 && newest}
      {teased.map(({ kind, jobs }) => (
        <Container section key={kind}>
          <h2 className={styles.quiet}>{t(`home.teasers.${kind}`)}</h2>
          <JobTeasers kind={kind} jobs={jobs} />
        </Container>
      ))}
      {trainers.length > 0 && (
        <Container section>
          <h2 className={styles.quiet}>{t('home.teasers.training')}</h2>
          <TrainingOrganizations organizations={trainers} />
        </Container>
      )}
      {organizations.length > 0 && (
        <Container section>
          <h2 className={styles.quiet}>{t('home.organizations')}</h2>
          <FeaturedOrganizations organizations={organizations} />
        </Container>
      )}
      {features.recruiter && (
        <Container section>
          <section className={styles.employers} aria-labelledby="employers">
            <div>
              <h2 id="employers">{t('home.employers.title')}</h2>
              <p>{t('home.employers.text')}</p>
            </div>
            <ButtonLink kind="secondary" href={href('/for-employers')}>
              {t('home.employers.action')}
            </ButtonLink>
          </section>
        </Container>
      )}
      {!newsFirst && news.length > 0 && newest}
    </>
  );
}

function NewestJobs({ result }: { result: JobSearchResult }) {
  const { t, href } = usePage();
  return (
    <>
      <Container section>
        <h2>{t('home.causes')}</h2>
        <PopularCauses result={result} />
      </Container>
      <Container section>
        <div className={styles.head}>
          <h2>{t('home.newest')}</h2>
          <a href={href('/jobs')}>{t('home.allJobs', { count: result.result_count })}</a>
        </div>
        <JobList jobs={result.documents} level={3} brief columns />
      </Container>
    </>
  );
}

function NoJobs() {
  const { t } = usePage();
  return (
    <Container section>
      <Alert>{t('error.noList')}</Alert>
    </Container>
  );
}

/** The slogan, the search, and the site's illustration. */
function Hero({ children }: { children: ReactNode }) {
  const { t } = usePage();
  const { illustration } = useSite();
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <h1>{t('home.promise')}</h1>
        <p>{t('home.promiseDetail')}</p>
      </div>
      <div className={styles.search}>{children}</div>
      <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: illustration }} />
    </div>
  );
}
