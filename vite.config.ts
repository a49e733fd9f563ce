import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'client',
  plugins: [react(), vike()],
  build: {
    outDir: '../build/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssMinify: true,
  },
  css: { modules: { generateScopedName: process.env.NODE_ENV === 'production' ? '_[hash:base64:4]' : '[name]_[local]' } },
});
