import { RESUME_FACETS, RESUME_TITLE_FIELD, SORT_CHANGED } from '#contract/search/resume-search.js';
import { directoryIndex } from '../directories/directory-index.js';

export const RESUMES_INDEX = directoryIndex({
  id: 'resumes',
  table: 'directory_resume',
  changes: 'resume',
  facets: RESUME_FACETS,
  nameField: RESUME_TITLE_FIELD,
  newestField: SORT_CHANGED.field,
});
