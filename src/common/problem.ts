import { HttpException } from '@nestjs/common';

/** Media type of problem documents (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** Value for `@RouteConfig` of routes whose errors are problem documents. */
export const ANSWERS_PROBLEMS = { answersProblems: true };

/** A validation error: the field as a path such as `params.value`, and the violated rule. */
export interface Violation {
  field: string;
  rule: string;
  detail: string;
}

/** An expected rejection of a request that tells the client program what to change. */
export class ProblemException extends HttpException {
  constructor(
    status: number,
    readonly violation: Violation,
  ) {
    super(violation.detail, status);
  }
}

/** Rules that the framework checks before the route's handler is called. */
const FRAMEWORK_RULES: Readonly<Record<number, Omit<Violation, 'detail'>>> = {
  400: { field: 'body', rule: 'json' },
  413: { field: 'body', rule: 'size' },
  415: { field: 'content-type', rule: 'application/json' },
  429: { field: 'request', rule: 'rate-limit' },
};

/** @returns the problem document of an error */
export function problemOf(error: unknown, answer: { status: number; message: string; requestId: string }): object {
  const { status, message, requestId } = answer;
  const { field, rule } = error instanceof ProblemException ? error.violation : (FRAMEWORK_RULES[status] ?? {});
  return { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail: message, field, rule, requestId };
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
