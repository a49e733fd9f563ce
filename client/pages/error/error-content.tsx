import type { RouteSummary as Summary } from '#contract/pages/route-match.js';
import { ErrorScreen, type ResendForm } from '../../components/layouts/error-screen';
import type { JobSearchResult } from '../../features/jobs/list/search-view';
import { JobSearchForm, PopularCauses } from '../../features/jobs/list/job-search-form';
import { usePage } from '../../lib/page-context';
import { errorKind, type PageFailure } from '../../lib/page-data';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';

/** Replaces a page that cannot be shown; with the search and popular links if they are useful. */
export function ErrorContent({
  failure,
  popular,
  form,
}: {
  failure: PageFailure;
  /** A form that was sent to the page and could not be processed. */
  form?: ResendForm;
  popular?: Pick<JobSearchResult, 'facets'>;
}) {
  const { t } = usePage();
  const kind = errorKind(failure);
  const lost = kind === 'missing' || kind === 'gone' || kind === 'refused' || kind === 'astray';
  return (
    <ErrorScreen failure={failure} form={form}>
      {lost && <JobSearchForm />}
      {popular && (
        <section aria-labelledby="popular">
          <h2 id="popular">{t('home.causes')}</h2>
          <PopularCauses result={popular} />
        </section>
      )}
    </ErrorScreen>
  );
}

/** The content of an address for which the backend provides only the head of the page. */
export function RouteSummary({ title, description }: Summary) {
  const { t } = usePage();
  return (
    <Container narrow section gap={4}>
      <h1>{title}</h1>
      {description && <p>{description}</p>}
      <Alert>{t('error.summary')}</Alert>
    </Container>
  );
}
