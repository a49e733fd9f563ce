/** Below this the filters are a sheet. */
const NARROW = '(width < 1200px)';

/** The facets as a sheet over the page: the same fields, moved into a modal dialog for as long as it is open (SEARCH-12). */
export function startFilterSheet(): { isOpen: () => boolean; close: () => void } {
  const sheet = document.getElementById('filters-sheet') as HTMLDialogElement;
  const slot = document.getElementById('filters-slot')!;
  const details = document.getElementById('filters')!;
  const body = () => document.getElementById('filters-body')!;
  let applied = false;

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('#filters > summary') && matchMedia(NARROW).matches) {
      event.preventDefault();
      applied = false;
      slot.append(body());
      sheet.showModal();
    } else if (target === sheet || target?.closest('[data-close]')) {
      sheet.close();
    }
  });
  sheet.addEventListener('close', () => {
    if (!applied) restoreChoices(body());
    details.append(body());
  });
  matchMedia(NARROW).addEventListener('change', () => sheet.close());
  return {
    isOpen: () => sheet.open,
    close: () => {
      applied = true;
      sheet.close();
    },
  };
}

/** What was ticked and not applied is as if it had not been. */
function restoreChoices(fields: HTMLElement): void {
  for (const box of fields.querySelectorAll<HTMLInputElement>('[type="checkbox"]')) box.checked = box.defaultChecked;
}
