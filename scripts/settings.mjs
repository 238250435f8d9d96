// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { root } from './run.mjs'

/** Loads `.env` if it exists; variables that are already set win. */
export function loadSettings() {
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
}

/** Removes the app's settings from the environment, so that tests don't use the database or mail server of a shell. */
export function clearSettings() {
  const example = readFileSync(`${root}.env.example`, 'utf8')
  for (const [, name = ''] of example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm))
    if (name !== 'LOG_LEVEL') delete process.env[name]
}
