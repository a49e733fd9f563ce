/**
 * Adds script behaviour to an element, such as suggestions or a counter.
 *
 * @param until aborted when soft navigation removes the element: listeners and timers outside the element must end then
 */
export type Behaviour<Kind extends HTMLElement = HTMLElement> = (element: Kind, until: AbortSignal) => void;

/** All behaviours of the site. */
export interface Behaviours {
  /** Run once when a page is loaded, whatever it contains. */
  page: readonly (() => void)[];
  /** Run for each element that has the attribute. */
  elements: Readonly<Record<`data-${string}`, Behaviour>>;
}

let known: Behaviours = { page: [], elements: {} };
const running = new Map<HTMLElement, AbortController>();

/** Starts the behaviours of a loaded page, and remembers them for parts that soft navigation adds later. */
export function startPage(behaviours: Behaviours): void {
  known = behaviours;
  startBehaviours();
  for (const start of known.page) start();
}

/** Starts the behaviours of all elements below `root` that are not running yet. */
export function startBehaviours(root: ParentNode = document): void {
  const behaviours = Object.entries(known.elements);
  for (const element of root.querySelectorAll<HTMLElement>(behaviours.map(([attribute]) => `[${attribute}]`).join())) {
    if (running.has(element)) continue;
    const controller = new AbortController();
    running.set(element, controller);
    for (const [attribute, start] of behaviours) if (element.hasAttribute(attribute)) start(element, controller.signal);
  }
}

/** Ends the behaviours of `root` and of all elements in it, before soft navigation removes it. */
export function stopBehaviours(root: Node): void {
  for (const [element, controller] of running) {
    if (!root.contains(element)) continue;
    running.delete(element);
    controller.abort();
  }
}

/**
 * A behaviour whose module is imported when the first element with its attribute is found.
 *
 * @param load imports the module of a behaviour for the only kind of element that has the attribute
 * @param name name of the behaviour among the module's exports
 */
export function lazy<Name extends string, Kind extends HTMLElement>(
  load: () => Promise<Record<Name, Behaviour<Kind>>>,
  name: Name,
): Behaviour {
  return (element, until) => {
    void load().then((module) => {
      if (!until.aborted) module[name](element as Kind, until);
    });
  };
}

/**
 * A behaviour of a form, or of one field, whose module is imported when the user begins to use it, so that visitors who
 * only view the page do not load it. A form that was sent back with errors (`data-again`) starts immediately. Nothing
 * waits for the module: a form that is sent earlier is checked by the server.
 */
export function lazyOnUse<Name extends string, Kind extends HTMLElement>(
  load: () => Promise<Record<Name, Behaviour<Kind>>>,
  name: Name,
): Behaviour {
  const start = lazy(load, name);
  return (form, until) => {
    const used = new AbortController();
    const use = (): void => {
      used.abort();
      start(form, until);
    };
    if ('again' in form.dataset || form.contains(document.activeElement)) use();
    else for (const type of ['focusin', 'pointerdown', 'submit']) form.addEventListener(type, use, used);
  };
}
