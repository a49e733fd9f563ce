/** What parts of some pages have beside what all pages have: the name stands in their `data-script`. */
const SCRIPTS: Record<string, (part: HTMLElement) => Promise<void>> = {
  contact: async (form) => {
    (await import('../features/contact/start-contact-form')).startContactForm(form as HTMLFormElement);
  },
  apply: async (form) => {
    (await import('../features/applications/browser/start-apply-form')).startApplyForm(form as HTMLFormElement);
  },
  'application-sent': async (part) => {
    (await import('../features/applications/browser/start-apply-form')).startApplicationSent(part);
  },
  'resume-import': async (form) => {
    (await import('../features/resumes/import/start-upload-form')).startUploadForm(form as HTMLFormElement);
  },
  'defined-form': async (form) => {
    (await import('../components/defined-form/start-defined-form')).startDefinedForm(form as HTMLFormElement);
  },
};

export function startOwnScript(part: HTMLElement): void {
  void SCRIPTS[part.dataset.script!]?.(part);
}
