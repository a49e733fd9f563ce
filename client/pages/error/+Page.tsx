/** Every failure is shown in a page's place, this one's too. */
export function Page() {
  return null;
}
