/**
 * Puts login tickets in the place of the backend's tokens in what scripts get to see (AUTH-04): no field of an answer that is called `jwt`
 * leaves the server as it is.
 *
 * @param data the fields of an operation
 */
export async function hideTokens(
  data: Readonly<Record<string, unknown>>,
  ticketFor: (jwt: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const hidden: Record<string, unknown> = { ...data };
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== 'object' || value === null || !('jwt' in value)) continue;
    const { jwt } = value;
    hidden[name] = { ...value, jwt: typeof jwt === 'string' ? await ticketFor(jwt) : null };
  }
  return hidden;
}
