/** The feed is a document of another type; if it cannot be generated, the error page is shown. */
export function Page() {
  return null;
}
