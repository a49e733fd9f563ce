/** Query parameter of the page that confirms an address: this is not the browser of the registration, so the password is required. */
export const VERIFY_BY_PASSWORD = ['by', 'password'] as const;

export function asksPassword(query: URLSearchParams): boolean {
  const [name, value] = VERIFY_BY_PASSWORD;
  return query.get(name) === value;
}
