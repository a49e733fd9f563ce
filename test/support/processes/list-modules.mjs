// Loaded before the product (`node --import`): writes the address of each module that is loaded into the file MODULE_LIST, a line each.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.MODULE_LIST, `${url}\n`);
    return next(url, context);
  },
});
