// @ts-check
// npm run faults [name …]: what the store survives, all of it or what is named; `-- --list` names them.
import { endWithParent, giveUp, root } from './run.mjs'
import { forgetSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

endWithParent()
await install()
if (!(await build())) giveUp('There is nothing to break without a build.')
process.chdir(root)
forgetSettings()
const { register } = await import('tsx/esm/api')
register()
await import('./faults/main.ts')
