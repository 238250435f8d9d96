// @ts-check
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the clone, where every command of the store runs. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {{ code: number, output: string }} Ended how a command ended; `output` only when it was kept
 * @typedef {{ env?: NodeJS.ProcessEnv, keep?: boolean, limit?: number, onStart?: (pid: number) => void }} Options
 *   `keep` holds back what the command prints; `limit` ends it after so many milliseconds
 */

/**
 * Runs a command in the root of the clone and waits for its end; a signal that ends us ends it too.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Ended>}
 */
export function run(command, args, { env = process.env, keep = false, limit = 0, onStart } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: keep ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    if (child.pid) onStart?.(child.pid)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    const release = passSignalsTo(child)
    const timer = limit ? setTimeout(() => child.kill('SIGTERM'), limit) : undefined
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer)
      const stopped = release()
      if (stopped) process.exit(128 + (stopped === 'SIGINT' ? 2 : stopped === 'SIGHUP' ? 1 : 15))
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs a tool that the store depends on.
 * @param {string} tool its name in node_modules/.bin
 * @param {string[]} args
 * @param {Options} [options]
 */
export const runTool = (tool, args, options) => run(`${root}node_modules/.bin/${tool}`, args, options)

/** Under npm, whose shell does not pass on the signal that ends it: who loses their parent ends as if they had got it. */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM')
  setInterval(watch, 500).unref()
}

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`)

/** Says why the command cannot go on, and ends it. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Milliseconds as people say them. @param {number} ms */
export const spoken = (ms) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`)

/**
 * A terminal's Ctrl-C reaches the child by itself, and a second one would cut short its own cleaning up.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} stops passing on, and tells which signal came
 */
function passSignalsTo(child) {
  /** @type {NodeJS.Signals | undefined} */
  let came
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    came = signal
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
    return came
  }
}
