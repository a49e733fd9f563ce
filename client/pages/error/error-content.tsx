import { ErrorScreen } from '../../components/layouts/error-screen';
import { JobSearchForm } from '../../features/jobs/search-box/job-search-form';
import { errorKind, type PageFailure } from '../../lib/page-data';

/** What stands in a page's place when it cannot be shown; where it helps, with the search. */
export function ErrorContent({ failure }: { failure: PageFailure }) {
  const kind = errorKind(failure.status);
  const lost = kind === 'missing' || kind === 'gone' || kind === 'refused';
  return <ErrorScreen failure={failure}>{lost && <JobSearchForm />}</ErrorScreen>;
}
