// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { root } from './run.mjs'

/** Reads `.env` when there is one; what the environment already says goes first. */
export function readSettings() {
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
}

/** Takes the store's settings out of the environment: tests must not reach the database or the mail of somebody's shell. */
export function forgetSettings() {
  for (const name of listed()) if (name !== 'LOG_LEVEL') delete process.env[name]
}

/** Every setting that .env.example names. */
function listed() {
  const text = readFileSync(`${root}.env.example`, 'utf8')
  return [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}
