// @ts-check
// npm run screens [word …]: a picture of every screen (or those whose names hold a word), in both themes and three
// widths, into screens/.
import { endWithParent, giveUp, root } from './run.mjs'
import { forgetSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

endWithParent()
await install()
if (!(await build())) giveUp('There is nothing to look at without a build.')
process.chdir(root)
forgetSettings()
const { register } = await import('tsx/esm/api')
register()
await import('./screens/main.ts')
