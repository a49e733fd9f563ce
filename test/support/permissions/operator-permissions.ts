interface People<Who> {
  admins: readonly Who[];
  administrators: readonly Who[];
  /** An id that no account has. */
  nobody: string;
}

/** The rows of the permission matrix for site staff who manage jobs and organizations of others. */
export function operatorRows<Who>({ admins, administrators, nobody }: People<Who>) {
  return {
    'Query.jobReview': { ask: 'jobReview(id: "1") { total }', allowed: admins },
    'Query.siteJobs': { ask: 'siteJobs { total }', allowed: admins },
    'Query.siteUser': { ask: `siteUser(id: "${nobody}") { language }`, allowed: administrators },
    'Mutation.sendUserMail': {
      ask: `sendUserMail(userId: "${nobody}", mail: reset) { errors { message } }`,
      allowed: administrators,
    },
    'Query.siteOrganizations': { ask: 'siteOrganizations { total }', allowed: administrators },
    'Query.siteOrganization': { ask: 'siteOrganization(id: "1") { id }', allowed: administrators },
    'Query.organizationMerge': {
      ask: 'organizationMerge(from: "999998", into: "999999") { errors { message } }',
      allowed: administrators,
    },
    'Mutation.mergeOrganizations': {
      ask: 'mergeOrganizations(from: "999998", into: "999999") { errors { message } }',
      allowed: administrators,
    },
    'Mutation.decideOrganization': {
      ask: 'decideOrganization(input: { id: "999999", decision: verify }) { errors { message } }',
      allowed: administrators,
    },
    'Query.reviewReasons': { ask: 'reviewReasons { id }', allowed: admins },
    'Mutation.saveReviewReason': {
      ask: 'saveReviewReason(input: { title: "", text: "" }) { errors { message } }',
      allowed: admins,
    },
    'Mutation.deleteReviewReason': { ask: 'deleteReviewReason(id: "1") { errors { message } }', allowed: admins },
  };
}
