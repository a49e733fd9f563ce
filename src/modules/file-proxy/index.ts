export { FileProxyModule } from './file-proxy.module.js';
