/**
 * Gives an element what HTML has not.
 *
 * @param until aborted when soft navigation takes the element out of the page: whatever listens or waits beyond the element ends then
 */
export type Behaviour<Kind extends HTMLElement = HTMLElement> = (element: Kind, until: AbortSignal) => void;

/** What the scripts of this site can do. */
export interface Behaviours {
  /** Of every page, once for each time it is loaded. */
  page: readonly (() => void)[];
  /** By the attribute that asks for them. */
  elements: Readonly<Record<`data-${string}`, Behaviour>>;
}

let known: Behaviours = { page: [], elements: {} };
const running = new Map<HTMLElement, AbortController>();

/** Starts what the page has, and remembers the behaviours for the parts of it that come later. */
export function startPage(behaviours: Behaviours): void {
  known = behaviours;
  startBehaviours();
  for (const start of known.page) start();
}

/** Starts the behaviours that elements ask for, each once. `root` itself has none. */
export function startBehaviours(root: ParentNode = document): void {
  const behaviours = Object.entries(known.elements);
  for (const element of root.querySelectorAll<HTMLElement>(behaviours.map(([attribute]) => `[${attribute}]`).join())) {
    if (running.has(element)) continue;
    const controller = new AbortController();
    running.set(element, controller);
    for (const [attribute, start] of behaviours) if (element.hasAttribute(attribute)) start(element, controller.signal);
  }
}

/** Ends the behaviours of a part that is about to leave the page. */
export function stopBehaviours(root: Node): void {
  for (const [element, controller] of running) {
    if (!root.contains(element)) continue;
    running.delete(element);
    controller.abort();
  }
}

/**
 * A behaviour that is loaded when the first element asks for it.
 *
 * @param load imports the module of a behaviour for the only kind of element that has the attribute
 * @param name of the behaviour among the module's exports
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
