import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The secret of demo mode: created once, readable only by its owner, in a file beside the SQLite database. */
export function readDemoSecret(databaseUrl: string): string {
  const folder = dirname(databaseUrl.slice('file:'.length))
  const file = join(folder, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}
