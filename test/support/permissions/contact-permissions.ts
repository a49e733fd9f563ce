interface People<Who> {
  recruiters: readonly Who[];
  themselves: readonly Who[];
  known: readonly Who[];
  /** The id of no account, resume or request. */
  nobody: string;
  /** The id of the resume of somebody else. */
  resume: string;
}

/** The rows of the permission matrix for requests for contact. */
export function contactRows<Who>({ recruiters, themselves, known, nobody, resume }: People<Who>) {
  return {
    'Query.contactOffer': { ask: `contactOffer(resumeId: "${resume}") { credits }`, allowed: recruiters },
    'Query.contactRequests': { ask: 'contactRequests(filter: pending) { total }', allowed: recruiters },
    'Query.receivedContactRequests': { ask: 'receivedContactRequests { pending }', allowed: known },
    'Mutation.requestContact': {
      ask: `requestContact(input: { resumeId: "${nobody}", message: "Hello" }) { errors { message } }`,
      allowed: recruiters,
    },
    // Whose request it is is checked beside the resolvers: to others there is none (contact-requests.spec.ts).
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
