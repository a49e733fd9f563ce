// Totals of a V8 CPU profile.

/**
 * @param profile as `node --cpu-prof` writes it
 * @param window { from, to } in µs of the monotonic clock; samples outside do not count
 * @returns self time in µs by function and by package, largest first; `busyUs`: total. Idle time does not count.
 */
export function selfTimes(profile, window) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  for (const node of profile.nodes) for (const id of node.children ?? []) nodes.get(id).caller = node;
  const [functions, packages] = [new Map(), new Map()];
  let at = profile.startTime;
  let busyUs = 0;
  profile.samples.forEach((id, index) => {
    const us = profile.timeDeltas[index];
    at += us;
    const node = nodes.get(id);
    const { functionName } = node.callFrame;
    if (at < window.from || at > window.to || functionName === '(idle)') return;
    busyUs += us;
    add(functions, isBuiltIn(node) ? `${functionName}  called by ${nameOf(scripted(node))}` : nameOf(node), us);
    add(packages, packageOf(scripted(node)), us);
  });
  return { functions: sorted(functions), packages: sorted(packages), busyUs };
}

function add(sums, name, us) {
  sums.set(name, (sums.get(name) ?? 0) + us);
}

function sorted(sums) {
  return [...sums].map(([name, us]) => ({ name, us })).sort((a, b) => b.us - a.us);
}

/** Whether the function is native code of V8 or Node that works for its caller, unlike the garbage collector. */
function isBuiltIn({ callFrame }) {
  return !callFrame.url && !callFrame.functionName.startsWith('(');
}

/** Attributes native code to the script function that called it. */
function scripted(node) {
  let found = node;
  while (isBuiltIn(found) && found.caller) found = found.caller;
  return found;
}

function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  return `${functionName || '(anonymous)'}${url ? `  ${placeOf(url)}:${lineNumber + 1}` : ''}`;
}

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function placeOf(url) {
  return url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|build)\//, '$1/');
}

/** A package, a folder of the product's own build, a part of Node, or what V8 does by itself. */
function packageOf({ callFrame: { functionName, url } }) {
  if (!url) return functionName || '(built in)';
  const name = PACKAGE.exec(url)?.[1];
  if (name) return name;
  if (url.startsWith('node:')) return 'node';
  const own = /\/build\/(server\/src\/(?:backend|modules)\/[^/]+|[^/]+\/[^/]+(?:\/[^/]+)?)/.exec(url)?.[1];
  return own ?? placeOf(url);
}
