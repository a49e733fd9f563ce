interface People<Who> {
  recruiters: readonly Who[];
  themselves: readonly Who[];
  known: readonly Who[];
  /** An id that no account, resume or request has. */
  nobody: string;
  /** Id of another person's resume. */
  resume: string;
}

/** The rows of the permission matrix for contact requests. */
export function contactRows<Who>({ recruiters, themselves, known, nobody, resume }: People<Who>) {
  return {
    'Query.contactOffer': { ask: `contactOffer(resumeId: "${resume}") { credits }`, allowed: recruiters },
    'Query.contactRequests': { ask: 'contactRequests(filter: pending) { total }', allowed: recruiters },
    'Query.receivedContactRequests': { ask: 'receivedContactRequests { pending }', allowed: known },
    'Mutation.requestContact': {
      ask: `requestContact(input: { resumeId: "${nobody}", message: "Hello" }) { errors { message } }`,
      allowed: recruiters,
    },
    // Tests next to the resolvers (contact-requests.spec.ts) check that other people's requests are not found.
    'Mutation.decideContact': {
      ask: `decideContact(id: "${nobody}", decision: approve) { errors { message } }`,
      allowed: themselves,
    },
    'Mutation.revokeContact': { ask: `revokeContact(id: "${nobody}") { errors { message } }`, allowed: themselves },
    'Mutation.unblockOrganization': {
      ask: 'unblockOrganization(organizationId: "2") { errors { message } }',
      allowed: themselves,
    },
    'Mutation.writeToContact': {
      ask: `writeToContact(id: "${nobody}", message: "Hello") { errors { message } }`,
      allowed: themselves,
    },
  };
}
