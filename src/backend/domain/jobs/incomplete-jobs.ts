import { sql } from 'kysely';

/**
 * Whether a job lacks an employer or a way to apply: a condition on `job` and its `organization`. Only imports create such jobs, if the
 * operator allows them. They are ranked last in searches, and never featured on the home page or the dashboard.
 */
export const IS_INCOMPLETE = sql<boolean>`(
  organization.state = 'unnamed'
  or (job.application_workflow <> 'form' and job.application_link is null and job.application_email is null)
)`;
