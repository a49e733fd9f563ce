import { PAGE_PARAMETERS } from '#contract/pages/page-parameters.js';

const READ = new Set(PAGE_PARAMETERS);

/**
 * The part of a query that pages read, its parameters in a fixed order; values of one parameter keep theirs. Pages get nothing else, so
 * that what two addresses have in common here is all that their pages can differ in.
 */
export function pageQuery(query: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of query) if (READ.has(name)) read.append(name, value);
  read.sort();
  return read;
}

/**
 * One text for all addresses of a page. Neither a path nor a query in its encoded form holds a line break.
 * @param address without control characters, as `readAddress` gives it
 */
export function pageAddress(address: { path: string; query: URLSearchParams }): string {
  return `${address.path}\n${pageQuery(address.query).toString()}`;
}
