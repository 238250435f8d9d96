// @ts-check
import { existsSync } from 'node:fs'
import { fail, root } from './run.mjs'
import { loadSettings } from './settings.mjs'
import { install } from './setup.mjs'

/** Opens the database at DATABASE_URL for a command; TypeScript can be imported after this. Exits if there is none. */
export async function openDatabase() {
  await install()
  process.chdir(root)
  loadSettings()
  const url = process.env.DATABASE_URL || 'file:./data/store.db'
  if (url.startsWith('file:') && !existsSync(url.slice(5))) fail(`There is no database at ${url.slice(5)}.`)
  const { register } = await import('tsx/esm/api')
  register()
  const { openDatabase: open } = await import('../server/db/open.ts')
  return open(url, process.env.DATABASE_DIRECT_URL || null)
}
