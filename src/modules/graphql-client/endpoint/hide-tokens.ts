const TOKEN = /^eyJ[\w-]+\.[\w-]*\.[\w-]*/;

/**
 * Pages never see a token of the backend (AUTH-04): whatever looks like one in the answer of a mutation, under whatever name, is replaced.
 *
 * @param ticketFor what stands for a token
 */
export async function hideTokens(value: unknown, ticketFor: (token: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return TOKEN.test(value) ? ticketFor(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => hideTokens(item, ticketFor)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, inner]) => {
    const isToken = name === 'jwt' && typeof inner === 'string';
    return [name, isToken ? await ticketFor(inner) : await hideTokens(inner, ticketFor)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
