import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const inRoot = (path: string) => new URL(`../${path}`, import.meta.url).pathname

/** Beside each text asset of the pages its brotli, so that the server never compresses twice. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const path = join(dir!, file)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}

/**
 * All but what is native, or looks for files of its own, is built into the server: a start that has thousands of small
 * files to open takes twice as long.
 */
const whole: Plugin = {
  name: 'whole',
  apply: 'build',
  configEnvironment: (name) => (name === 'ssr' ? { resolve: { noExternal: true, external: apart } } : undefined),
}
const apart = ['@node-rs/argon2', 'better-sqlite3', 'fxa-common-password-list', 'nodemailer', 'pino', 'sharp', 'vite']

/** What every page needs, what the home page and the list of items need besides, and what that list alone needs. */
const firstViews = [
  { name: 'main', tags: ['$initial' as const] },
  {
    name: 'cards',
    test: /client\/(catalogue\/(item-card|item-grid|rating|actions)|orders\/use-money|ui\/stars|layout\/page-head|use-load)\./,
  },
  {
    name: 'search',
    test: /ui\/(field|input|badge|show-more)|typed-price|use-typed|icons\/(search|eye|search-x|minus)\./,
  },
]

/** Builds two things: the pages' assets into dist/client, and the whole server into dist/server. */
export default defineConfig({
  root: inRoot('client'),
  plugins: [react(), tailwind(), compressed(), whole],
  // React has had it since 18: the stand-in for older ones is left out.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  appType: 'custom',
  builder: {},
  build: { emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: inRoot('dist/client'),
        manifest: true,
        // The policy sent with every page allows no inline script, and data: for images alone.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // Few files for what the first views need: dozens of small ones compress a tenth worse.
        rolldownOptions: { output: { codeSplitting: { groups: firstViews } } },
      },
    },
    ssr: {
      build: { outDir: inRoot('dist/server'), rolldownOptions: { input: { main: inRoot('server/main.ts') } } },
    },
  },
})
