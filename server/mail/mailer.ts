import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { Refusal } from '../../shared/refusal.ts'
import type { Env } from '../env.ts'

/** An e-mail in plain text. */
export type Letter = { to: string; subject: string; text: string }
export type KeptLetter = Letter & { sentAt: Date }

export type Mailer = {
  /** Sends a letter by and by; nobody waits for it, and what it runs into is logged. */
  send(letter: Letter): void
  /**
   * Does something a moment after the answer, so that its time tells nothing about what there was to do; a refusal
   * leaves it undone without a word.
   */
  later(work: () => Promise<unknown>): void
  /** The last letters of a demo store, newest first; a live store keeps none. */
  kept(): readonly KeptLetter[]
  /** Waits, a little, for what is under way; then no more is sent. */
  close(): Promise<void>
}

const second = 1000
/** Before each further attempt, in milliseconds. */
const usualWaits = [2 * second, 15 * second, 60 * second]
const mostKept = 50
const longestClose = 5 * second

/** How e-mail leaves the store: over SMTP where that is set; a demo store without it only shows what it would send. */
export function createMailer(env: Pick<Env, 'live' | 'mail'>, log: Logger, waits = usualWaits): Mailer {
  const { url, from, encrypted } = env.mail
  const transport = url === null ? null : createTransport({ url, ...habits, requireTLS: encrypted }, { from })
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  const kept: KeptLetter[] = []

  function follow(work: Promise<void>) {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  async function post(letter: Letter) {
    if (!transport) return
    for (const pause of [...waits, null]) {
      try {
        await transport.sendMail({ ...letter, to: { name: '', address: letter.to } })
        return
      } catch (error) {
        const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number }
        // What was said may hold the address; the reasons do.
        const why = { code, command, responseCode }
        if (pause === null || responseCode >= 500) return void log.error(why, 'an e-mail could not be sent')
        log.warn(why, 'an e-mail is tried again')
        await wait(pause, undefined, { ref: false, signal: closing.signal })
      }
    }
  }

  return {
    send(letter) {
      if (!env.live) {
        kept.unshift({ ...letter, sentAt: new Date() })
        kept.length = Math.min(kept.length, mostKept)
        if (!transport) log.info({ letter }, 'an e-mail that is not sent, as no SMTP_URL is set')
      }
      follow(post(letter).catch((error: unknown) => log.error({ err: error }, 'an e-mail was given up')))
    },
    later(work) {
      follow(
        wait(20 + Math.random() * 80)
          .then(work)
          .then(
            () => undefined,
            (error: unknown) => {
              if (!(error instanceof Refusal)) log.error({ err: error }, 'what was left for later failed')
            },
          ),
      )
    },
    kept: () => kept,
    async close() {
      await Promise.race([settled(underWay), wait(longestClose, undefined, { ref: false })])
      closing.abort()
      transport?.close()
    },
  }
}

const habits = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 30 * second,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** What is under way may begin more of it. */
async function settled(underWay: Set<Promise<void>>) {
  while (underWay.size > 0) await Promise.all(underWay)
}
