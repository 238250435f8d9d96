// @ts-check
import { existsSync } from 'node:fs'
import { giveUp, root } from './run.mjs'
import { readSettings } from './settings.mjs'
import { install } from './setup.mjs'

/** The database at DATABASE_URL, for a command beside the store; from here on TypeScript can be imported. Gives up where there is none. */
export async function openDatabase() {
  await install()
  process.chdir(root)
  readSettings()
  const url = process.env.DATABASE_URL || 'file:./data/store.db'
  if (url.startsWith('file:') && !existsSync(url.slice(5))) giveUp(`There is no database at ${url.slice(5)}.`)
  const { register } = await import('tsx/esm/api')
  register()
  const { openDatabase: open } = await import('../server/db/open.ts')
  return open(url)
}
