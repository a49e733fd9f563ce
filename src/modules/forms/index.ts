export { conflictAnswer } from './conflict-answer.js';
export type { FormAction, FormCall, FormFiles, FormOutcome, ReceivedFile } from './form-action.js';
export { formsOfPage, type PagePart } from './forms-of-page.js';
export { FormRegistry } from './form-registry.js';
export { FormsModule } from './forms.module.js';
export { fieldOf, readForm, type TypedForm } from './read-form.js';
export { MAX_FORM_FIELDS, type MultipartForm, readMultipartForm } from './read-multipart-form.js';
export { resentForm } from './resend-fields.js';
