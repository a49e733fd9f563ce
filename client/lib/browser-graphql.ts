import type { TypedDocumentString } from '#contract/generated/operations.js';

interface AnswerError {
  message: string;
  extensions?: { code?: string };
}

/** The endpoint returned no data; `message` is readable text. */
export class GraphqlRequestError extends Error {
  override name = 'GraphqlRequestError';

  constructor(
    message: string,
    /** All errors in the endpoint's response. */
    readonly errors: readonly AnswerError[] = [],
  ) {
    super(message);
  }
}

interface Answer {
  data?: unknown;
  errors?: AnswerError[];
}

/** The request body of one operation. */
interface Body {
  operationName: string | undefined;
  variables: unknown;
  query: string;
  locale: string;
  account?: string;
}

interface Waiting {
  body: Body;
  signal: AbortSignal | undefined;
  resolve: (data: unknown) => void;
  reject: (error: unknown) => void;
}

/** Time that a query waits for others to be sent in the same batch, in milliseconds. */
const BATCH_INTERVAL_MS = 10;
/** The endpoint's maximum number of operations per batch. */
const MAX_BATCH_SIZE = 10;

let waiting: Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends an operation from the browser to the site's own GraphQL endpoint. The server identifies the operation by its
 * name. Queries within a few milliseconds are sent as a batch, and each has its own response. A mutation is sent
 * immediately and alone: operations in a batch run in no particular order, and other queries should not wait for it.
 *
 * @param options.account id of the user for whom the page was rendered: the operation is refused if another one is
 *   logged in meanwhile
 * @throws GraphqlRequestError
 */
export async function browserGraphql<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  { signal, ...options }: { locale: string; account?: string; signal?: AbortSignal },
): Promise<TData> {
  const query = document.toString();
  const [, kind, operationName] = /\b(query|mutation)\s+(\w+)/.exec(query) ?? [];
  const body = { operationName, variables, query, ...options };
  const data = new Promise<unknown>((resolve, reject) => {
    const call = { body, signal, resolve, reject };
    if (kind === 'mutation') void send([call]);
    else enqueue(call);
  });
  return (await data) as TData;
}

function enqueue(call: Waiting): void {
  call.signal?.addEventListener('abort', () => call.reject(call.signal!.reason), { once: true });
  waiting.push(call);
  if (waiting.length >= MAX_BATCH_SIZE) flush();
  else timer ??= setTimeout(flush, BATCH_INTERVAL_MS);
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const calls = waiting.filter(({ signal }) => !signal?.aborted);
  waiting = [];
  if (calls.length > 0) void send(calls);
}

async function send(calls: Waiting[]): Promise<void> {
  try {
    const bodies = calls.map(({ body }) => body);
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
      signal: commonSignal(calls),
    });
    const answer = (await response.json()) as Answer | Answer[];
    calls.forEach((call, index) => settle(call, Array.isArray(answer) ? answer[index] : answer, response));
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}

/** Aborted as soon as no caller waits for the response any more; undefined if a caller has no signal. */
function commonSignal(calls: readonly Waiting[]): AbortSignal | undefined {
  const signals = calls.flatMap(({ signal }) => signal ?? []);
  if (signals.length < calls.length) return undefined;
  const common = new AbortController();
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) common.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', check);
  check();
  return common.signal;
}

function settle({ resolve, reject }: Waiting, answer: Answer | undefined, { ok, status }: Response): void {
  if (ok && answer?.data) resolve(answer.data);
  else reject(new GraphqlRequestError(answer?.errors?.[0]?.message ?? `HTTP ${status}`, answer?.errors));
}
