// Sums of a V8 CPU profile.

/**
 * @param profile as `node --cpu-prof` writes it
 * @param window { from, to } in µs of the monotonic clock; what was sampled outside does not count
 * @returns self time in µs by function and by package, largest first; `busyUs`: all of it. Idle time does not count.
 */
export function selfTimes(profile, window) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const [functions, packages] = [new Map(), new Map()];
  let at = profile.startTime;
  let busyUs = 0;
  profile.samples.forEach((id, index) => {
    const us = profile.timeDeltas[index];
    at += us;
    const { functionName, url, lineNumber } = nodes.get(id).callFrame;
    if (at < window.from || at > window.to || functionName === '(idle)') return;
    busyUs += us;
    add(functions, `${functionName || '(anonymous)'}  ${placeOf(url)}${url ? `:${lineNumber + 1}` : ''}`, us);
    add(packages, packageOf(url, functionName), us);
  });
  return { functions: sorted(functions), packages: sorted(packages), busyUs };
}

function add(sums, name, us) {
  sums.set(name, (sums.get(name) ?? 0) + us);
}

function sorted(sums) {
  return [...sums].map(([name, us]) => ({ name, us })).sort((a, b) => b.us - a.us);
}

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function placeOf(url) {
  return url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|build)\//, '$1/');
}

/** A package, a folder of the product's own build, a part of Node, or what V8 does by itself. */
function packageOf(url, functionName) {
  if (!url) return functionName.startsWith('(') ? functionName : '(built in)';
  const name = PACKAGE.exec(url)?.[1];
  if (name) return name;
  if (url.startsWith('node:')) return 'node';
  const own = /\/build\/(server\/src\/(?:backend|modules)\/[^/]+|[^/]+\/[^/]+(?:\/[^/]+)?)/.exec(url)?.[1];
  return own ?? placeOf(url);
}
