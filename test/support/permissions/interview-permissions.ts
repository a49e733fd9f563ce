interface People<Who> {
  themselves: readonly Who[];
  known: readonly Who[];
  /** An id that no application or interview has. */
  nobody: string;
}

/** The rows of the permission matrix for interviews. Tests next to the resolvers (interviews.spec.ts) check whose applications they are. */
export function interviewRows<Who>({ themselves, known, nobody }: People<Who>) {
  return {
    'Query.answerTimes': { ask: 'answerTimes { waiting }', allowed: known },
    'Mutation.proposeInterview': {
      ask: `proposeInterview(id: "${nobody}", proposal: { starts: [], timeZone: "UTC", minutes: 45, place: "a", note: "" }) { errors { message } }`,
      allowed: known,
    },
    'Mutation.confirmInterview': {
      ask: `confirmInterview(id: "${nobody}", interview: "${nobody}", start: "2026-12-03T14:30:00Z") { errors { message } }`,
      allowed: known,
    },
    'Mutation.changeInterview': {
      ask: `changeInterview(id: "${nobody}", interview: "${nobody}", change: { sequence: 0, start: "", timeZone: "UTC", minutes: 45, place: "a", note: "" }) { errors { message } }`,
      allowed: known,
    },
    'Mutation.cancelInterview': {
      ask: `cancelInterview(id: "${nobody}", interview: "${nobody}", reason: "") { errors { message } }`,
      allowed: known,
    },
    'Mutation.pickInterview': {
      ask: `pickInterview(id: "${nobody}", interview: "${nobody}", start: "2026-12-03T14:30:00Z") { errors { message } }`,
      allowed: themselves,
    },
    'Mutation.askForOtherTimes': {
      ask: `askForOtherTimes(id: "${nobody}", interview: "${nobody}", message: "a") { errors { message } }`,
      allowed: themselves,
    },
  };
}
