import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const inRoot = (path: string) => new URL(`../${path}`, import.meta.url).pathname

/** Builds two things: the pages' assets into dist/client, and the whole server into dist/server. */
export default defineConfig({
  root: inRoot('client'),
  plugins: [react(), tailwind()],
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
      },
    },
    ssr: {
      build: { outDir: inRoot('dist/server'), rolldownOptions: { input: { main: inRoot('server/main.ts') } } },
    },
  },
})
