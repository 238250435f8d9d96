// @ts-check
// What the demo's commands know of the demo that runs: its folder has the database, and a file that says where its chain is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../run.mjs'

export const folder = process.env.DEMO_CHAIN_FOLDER || join(root, 'data', 'demo-chain')
export const databaseUrl = `file:${join(folder, 'store.db')}`
const file = join(folder, 'running.json')

/** @typedef {{ pid: number, chainUrl: string, storeUrl: string }} Running */

/** @param {Running} running */
export const writeRunning = (running) => writeFileSync(file, JSON.stringify(running))

/** The demo that runs; null if none does. @returns {Running | null} */
export function readRunning() {
  if (!existsSync(file)) return null
  const running = /** @type {Running} */ (JSON.parse(readFileSync(file, 'utf8')))
  try {
    process.kill(running.pid, 0)
    return running
  } catch {
    return null
  }
}

/** Exits if no demo runs. */
export const requireRunning = () =>
  readRunning() ?? fail('The demo is not running. Start it with npm run demo:chain, and run this in a second terminal.')
