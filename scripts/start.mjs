// @ts-check
// npm start: installs, builds, creates or migrates the database, and serves. The last line printed is the address.
import { exitWithNpm, root } from './run.mjs'
import { loadSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

exitWithNpm()
await install()
await build()

process.chdir(root)
process.env.NODE_ENV = 'production'
loadSettings()
// In this process, so that a signal to it stops the server gracefully.
await import(new URL('../dist/server/main.js', import.meta.url).href)
