import type { TypedDocumentString } from '#contract/generated/operations.js';

/** The endpoint gave no data; `message` is for people. */
export class GraphqlRequestError extends Error {
  override name = 'GraphqlRequestError';
}

/**
 * Asks the site's own GraphQL endpoint from a browser. The server knows the operation by its name.
 * @throws GraphqlRequestError
 */
export async function browserGraphql<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  options: { locale: string; signal?: AbortSignal },
): Promise<TData> {
  const query = document.toString();
  const operationName = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operationName, variables, query, locale: options.locale }),
    signal: options.signal,
  });
  const answer = (await response.json()) as { data?: TData; errors?: { message: string }[] };
  if (!response.ok || !answer.data)
    throw new GraphqlRequestError(answer.errors?.[0]?.message ?? `HTTP ${response.status}`);
  return answer.data;
}
