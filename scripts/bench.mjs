// @ts-check
// npm run bench [list|checkouts|push|pages …]: all of them, or those that are named.
import { endWithParent, giveUp, root } from './run.mjs'
import { forgetSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

endWithParent()
await install()
if (!(await build())) giveUp('There is nothing to measure without a build.')
process.chdir(root)
forgetSettings()
const { register } = await import('tsx/esm/api')
register()
await import('./bench/main.ts')
