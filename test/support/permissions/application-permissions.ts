interface People<Who> {
  themselves: readonly Who[];
  everybody: readonly Who[];
  known: readonly Who[];
  /** An id that no application has. */
  nobody: string;
}

/**
 * The rows of the permission matrix for handling applications. Tests next to the resolvers (applications.spec.ts) check that people see
 * only the applications they may see.
 */
export function applicationRows<Who>({ themselves, everybody, known, nobody }: People<Who>) {
  return {
    'Query.applicationRecipients': { ask: 'applicationRecipients(jobId: "999") { addresses }', allowed: known },
    'Mutation.chooseApplicationRecipients': {
      ask: 'chooseApplicationRecipients(jobId: "999", members: []) { errors { message } }',
      allowed: known,
    },
    'Query.recruitingMails': { ask: 'recruitingMails { digest }', allowed: themselves },
    'Mutation.changeRecruitingMails': {
      ask: 'changeRecruitingMails(mails: { applications: true, digest: weekly })',
      allowed: themselves,
    },
    'Mutation.endDigestByLink': { ask: 'endDigestByLink(token: "x")', allowed: everybody },
    'Mutation.addApplicationNote': {
      ask: `addApplicationNote(id: "${nobody}", note: { body: "a", mentions: [] }) { errors { message } }`,
      allowed: known,
    },
    'Mutation.deleteApplicationNote': {
      ask: `deleteApplicationNote(id: "${nobody}", note: "1") { errors { message } }`,
      allowed: known,
    },
    'Mutation.tagApplication': {
      ask: `tagApplication(id: "${nobody}", tag: "a", isOn: true) { errors { message } }`,
      allowed: known,
    },
    'Mutation.rateApplication': {
      ask: `rateApplication(id: "${nobody}", rating: 3) { errors { message } }`,
      allowed: known,
    },
    'Mutation.startApplicationBulk': {
      ask: 'startApplicationBulk(jobId: "1", bulk: { requestKey: "the-key-of-a-form", state: declined }) { errors { message } }',
      allowed: known,
    },
    // A test next to the resolver (undo-bulk.spec.ts) checks whose jobs are allowed.
    'Mutation.undoApplicationBulk': {
      ask: 'undoApplicationBulk(jobId: "1", bulk: "1") { errors { message } }',
      allowed: known,
    },
    // Tests next to the resolvers (answer-templates.spec.ts) check whose organizations are allowed.
    'Query.organizationAnswerTemplates': {
      ask: 'organizationAnswerTemplates(organizationId: "999") { id }',
      allowed: known,
    },
    'Mutation.saveAnswerTemplate': {
      ask: 'saveAnswerTemplate(organizationId: "999", template: { name: "a", subject: "b", body: "c" }) { errors { message } }',
      allowed: known,
    },
    'Mutation.deleteAnswerTemplate': {
      ask: 'deleteAnswerTemplate(organizationId: "999", id: "1") { errors { message } }',
      allowed: known,
    },
    'Mutation.undoAnswer': {
      ask: `undoAnswer(id: "${nobody}", mail: "1") { errors { message } }`,
      allowed: known,
    },
    'Mutation.sendAnswerNow': {
      ask: `sendAnswerNow(id: "${nobody}", mail: "1") { errors { message } }`,
      allowed: known,
    },
    'Mutation.answerApplication': {
      ask: `answerApplication(id: "${nobody}", answer: { subject: "a", body: "b" }) { errors { message } }`,
      allowed: known,
    },
  };
}
