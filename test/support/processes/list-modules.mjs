// Loaded before the product (`node --import`): writes the URL of each loaded module to the file MODULE_LIST, one per line.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.MODULE_LIST, `${url}\n`);
    return next(url, context);
  },
});
