import type { AnswerFacts } from '#contract/applications/answer-placeholders.js';
import type { StoredApplication } from '../application-rows.js';

/** @returns the values of the placeholders for an answer to an application */
export function answerFacts(row: StoredApplication): AnswerFacts {
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    job_title: row.job_title,
    organization: row.organization_name,
  };
}
