// @ts-check
import { endWithParent, root } from './run.mjs'
import { readSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

endWithParent()
await install()
if (!(await build())) process.exit(1)

process.chdir(root)
process.env.NODE_ENV = 'production'
readSettings()
// In this very process, so that what ends `npm start` ends the store.
await import(new URL('../dist/server/main.js', import.meta.url).href)
