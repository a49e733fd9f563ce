import type { Path } from '#contract/pages/paths.js';

/** Where `fetch` serves a stored file. The name is for people; the id alone decides. */
export function filePath(id: string, name: string): Path {
  return `/files/${id}/${encodeURIComponent(name)}`;
}
