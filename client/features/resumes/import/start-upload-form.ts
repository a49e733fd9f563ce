import { startBehaviours, stopBehaviours } from '../../../lib/behaviours';
import { clearFieldError } from '../../../lib/files/check-file';

type Texts = Record<'size' | 'missing' | 'sending' | 'reading' | 'lost', string>;

/** Uploads the file of a form with a progress bar, and replaces the page with the response. */
export function startUploadForm(form: HTMLFormElement): void {
  const texts = JSON.parse(form.dataset.texts!) as Texts;
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')!;
  const status = form.querySelector('[data-status]')!;
  const progress = form.querySelector('progress')!;
  const button = form.querySelector('button')!;
  const fail = (message: string) => {
    clearFieldError(input);
    document.getElementById(`${input.id}-error`)!.textContent = message;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  };
  input.addEventListener('change', () => clearFieldError(input));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const violation = violationOf(input.files?.[0], Number(form.dataset.mostBytes));
    if (violation) {
      fail(texts[violation]);
      return;
    }
    progress.hidden = false;
    progress.value = 0;
    button.disabled = true;
    status.textContent = texts.sending;
    const onProgress = (part: number) => {
      progress.value = part;
      if (part === 1) status.textContent = texts.reading;
    };
    send(form, onProgress).then(show, () => {
      progress.hidden = true;
      button.disabled = false;
      status.textContent = '';
      fail(texts.lost);
    });
  });
}

function violationOf(file: File | undefined, mostBytes: number): 'size' | 'missing' | undefined {
  if (!file) return 'missing';
  return file.size > mostBytes ? 'size' : undefined;
}

/** @returns the page of the response, whatever its status */
function send(form: HTMLFormElement, onProgress: (part: number) => void): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('Accept', 'text/html');
    request.responseType = 'document';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => {
      const page = request.responseXML;
      if (page?.getElementById('main')) resolve(page);
      else reject(new Error(`HTTP ${request.status}`));
    });
    request.addEventListener('error', () => reject(new Error('The network is away.')));
    request.send(new FormData(form));
  });
}

function show(page: Document): void {
  const main = document.adoptNode(page.getElementById('main')!);
  const old = document.getElementById('main')!;
  stopBehaviours(old);
  old.replaceWith(main);
  document.title = page.title;
  startBehaviours(main);
  scrollTo(0, 0);
  (main.querySelector<HTMLElement>('#review, input[aria-invalid="true"]') ?? main).focus();
}
