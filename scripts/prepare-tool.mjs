// @ts-check
import { exitWithNpm, root } from './run.mjs'
import { clearSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

/** Prepares a tool that is written in TypeScript and runs the built app: it can be imported after this. */
export async function prepareTool() {
  exitWithNpm()
  await install()
  await build()
  process.chdir(root)
  clearSettings()
  const { register } = await import('tsx/esm/api')
  register()
}
