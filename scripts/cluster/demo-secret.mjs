// @ts-check
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret of a demo's processes. It is created once, because what one start has encrypted, the next has to read.
 * @param {string} folder where it is stored, readable only by its owner
 * @returns {string}
 */
export function readDemoSecret(folder) {
  const file = join(folder, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
