export {
  conflictAnswer,
  type FormAction,
  type FormContext,
  type FormFiles,
  type FormOutcome,
  type ReceivedFile,
  formsOfPage,
  type PagePart,
} from './forms.module.js';
export { FormRegistry, FormsModule } from './forms.module.js';
export { fieldOf, readForm, type TypedForm, resentForm } from './read-form.js';
export { MAX_FORM_FIELDS, type MultipartForm, readMultipartForm } from './read-form.js';
