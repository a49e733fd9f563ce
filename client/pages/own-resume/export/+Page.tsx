/** A file; where it cannot be made, the error page says so. */
export function Page() {
  return null;
}
