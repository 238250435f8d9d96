// @ts-check
// npm run dev: the app in one process with hot reload.
import { existsSync } from 'node:fs'
import { exitWithNpm, root, run } from './run.mjs'
import { install } from './setup.mjs'

exitWithNpm()
await install()

// tsx restarts the server when its own code changes; the Vite inside the server reloads pages.
const settings = existsSync(`${root}.env`) ? ['--env-file=.env'] : []
const { code } = await run('tsx', [
  'watch',
  '--clear-screen=false',
  '--exclude',
  'client/**',
  ...settings,
  'server/main.ts',
])
process.exit(code)
