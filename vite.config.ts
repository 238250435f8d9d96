import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { clientChunks } from './scripts/build/client-chunks.ts'

const inRoot = (path: string) => new URL(path, import.meta.url).pathname

/** For code, some thousandths smaller than the defaults: as one block, with distances in coarser classes. */
const brotliParams = {
  [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
  [constants.BROTLI_PARAM_NPOSTFIX]: 3,
}

/** Writes a brotli copy next to each text asset, so the server never compresses at request time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const path = join(dir!, file)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params: brotliParams }))
      }
    },
  }
}

/** Leaves out of each icon what create-icon.ts doesn't use: its names, its size, and a random key for every line. */
const slimIcons: Plugin = {
  name: 'slim-icons',
  transform: {
    filter: { id: /\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/ },
    handler: (code) =>
      code.replace(/,\s*key: "\w+"|\s*(name: "[\w-]+"|size: 24),|,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm, ''),
  },
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

/** Builds the pages' assets into dist/client and the server into dist/server. */
export default defineConfig({
  root: inRoot('client'),
  plugins: [react(), tailwind(), precompress(), slimIcons, bundleDependencies],
  resolve: {
    alias: [
      // React has this hook since 18, so the shim for older versions is left out.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: /^.*\/createLucideIcon\.mjs$/, replacement: inRoot('client/ui/create-icon.ts') },
    ],
  },
  appType: 'custom',
  builder: {},
  build: { emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: inRoot('dist/client'),
        manifest: true,
        // The server preloads the first page's code, and a link its page's when it is pointed at.
        modulePreload: false,
        // The Content-Security-Policy allows data: URLs only for images.
        assetsInlineLimit: 0,
        // Few chunks for the first view: dozens of small ones compress a tenth worse.
        rolldownOptions: {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: clientChunks() },
            // Names are in the first view's code, and hashes don't compress: as few characters as the bundler takes.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
          },
          // Modules that another chunk imports statically, too, are still loaded later by a page's first code.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    ssr: {
      // React's development code renders pages several times slower.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        outDir: inRoot('dist/server'),
        rolldownOptions: {
          input: {
            main: inRoot('server/main.ts'),
            render: inRoot('client/render.tsx'),
            // Runs in a thread of its own (server/statements/reader.ts).
            'statement-worker': inRoot('server/statements/worker.ts'),
          },
        },
      },
    },
  },
})
