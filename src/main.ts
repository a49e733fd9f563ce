import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Without this cache, V8 compiles the same code again at each start, which takes a fifth of the CPU time of a start (docs/decisions/0144).
// Modules that are imported statically would be compiled before this line. Where the folder cannot be written, nothing is added to it.
enableCompileCache(fileURLToPath(new URL('../../compile-cache', import.meta.url)));
await import('./serve.js');
