import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const inRoot = (path: string) => new URL(path, import.meta.url).pathname

/** Writes a brotli copy next to each text asset, so the server never compresses at request time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const path = join(dir!, file)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}

/** Bundles dependencies into the server: opening thousands of small files would double its start time. */
const bundleDependencies: Plugin = {
  name: 'bundle-dependencies',
  apply: 'build',
  configEnvironment: (name) => (name === 'ssr' ? { resolve: { noExternal: true, external } } : undefined),
}
/** Native packages, and packages that read files next to their own. */
const external = [
  '@node-rs/argon2',
  'better-sqlite3',
  'fxa-common-password-list',
  'nodemailer',
  'pino',
  'sharp',
  'vite',
]

/** One chunk for every page, one for the home page and the item list, one for the item list alone. */
const firstViewChunks = [
  { name: 'main', tags: ['$initial' as const] },
  {
    name: 'cards',
    test: /client\/(catalogue\/(item-card|item-grid|rating|actions)|use-money|ui\/stars|layout\/page-head|use-load)\./,
  },
  {
    name: 'search',
    test: /ui\/(field|input|badge|show-more|page-title)|price-input|use-(debounced-input|act|failure-toast)|icons\/(search|eye|search-x|minus)\./,
  },
]

/** Builds the pages' assets into dist/client and the server into dist/server. */
export default defineConfig({
  root: inRoot('client'),
  plugins: [react(), tailwind(), precompress(), bundleDependencies],
  // React has this hook since 18, so the shim for older versions is left out.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  appType: 'custom',
  builder: {},
  build: { emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: inRoot('dist/client'),
        manifest: true,
        // The Content-Security-Policy allows no inline scripts, and data: URLs only for images.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // Few chunks for the first view: dozens of small ones compress a tenth worse.
        rolldownOptions: { output: { codeSplitting: { groups: firstViewChunks } } },
      },
    },
    ssr: {
      build: {
        outDir: inRoot('dist/server'),
        rolldownOptions: { input: { main: inRoot('server/main.ts'), render: inRoot('client/render.tsx') } },
      },
    },
  },
})
