/** The feed is a document of its own type; where it cannot be made, the error page says so. */
export function Page() {
  return null;
}
