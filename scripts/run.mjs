// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, where every command runs. */
export const root = fileURLToPath(new URL('..', import.meta.url))
process.env.PATH = `${root}node_modules/.bin${delimiter}${process.env.PATH}`
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a command or an installed tool and waits for its end. A signal to this process goes to the command, and ends this process after it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean }} [options] `capture` returns the output instead of printing it
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, capture = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
    /** @param {NodeJS.Signals} signal */
    function stop(signal) {
      // A terminal sends Ctrl-C to the child as well; a second one would interrupt the child's clean-up.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      child.once('close', () => process.exit(128 + constants.signals[signal]))
    }
    for (const signal of signals) process.on(signal, stop)
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Ends this process when npm, which started it, is gone: the shell between them may not forward npm's signal. */
export function exitWithNpm() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    // A second signal would cut the graceful stop short.
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** Ends this process with an error. @param {string} message @returns {never} */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

/** @param {number} ms */
export const formatSeconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
