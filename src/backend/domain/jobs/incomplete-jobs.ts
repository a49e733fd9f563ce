import { sql } from 'kysely';

/**
 * Whether a job names no employer, or no way to apply: a condition on `job` and its `organization`. Only imports bring such jobs, where the
 * operator allows them. They come after all others in searches, and neither the home page nor the dashboard puts them forward.
 */
export const IS_INCOMPLETE = sql<boolean>`(
  organization.state = 'unnamed'
  or (job.application_workflow <> 'form' and job.application_link is null and job.application_email is null)
)`;
