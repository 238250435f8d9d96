import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { ApiError } from '../../shared/api-error.ts'
import type { Env } from '../env.ts'

/** A plain-text email. */
export type Email = { to: string; subject: string; text: string }
export type SentEmail = Email & { sentAt: Date }

export type Mailer = {
  /** Sends an email in the background, with retries; failures are logged. */
  send(email: Email): void
  /**
   * Runs `work` shortly after the response, so that its timing doesn't reveal whether there was anything to send.
   * An ApiError that it throws is ignored.
   */
  deferEmail(work: () => Promise<unknown>): void
  /** The most recent emails, newest first; none in production. */
  sentEmails(): readonly SentEmail[]
  /** Waits up to five seconds for deliveries in progress, then stops. */
  close(): Promise<void>
}

const secondMs = 1000
const defaultRetryDelaysMs = [2 * secondMs, 15 * secondMs, 60 * secondMs]
const maxSentEmails = 50
const maxCloseMs = 5 * secondMs

const transportOptions = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 30 * secondMs,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** Creates a mailer that sends over SMTP. Without `SMTP_URL`, in demo mode, it only records emails and logs them. */
export function createMailer(
  env: Pick<Env, 'isProduction' | 'mail'>,
  log: Logger,
  retryDelaysMs = defaultRetryDelaysMs,
): Mailer {
  const { smtpUrl, from, requireTls } = env.mail
  const transport =
    smtpUrl === null ? null : createTransport({ url: smtpUrl, ...transportOptions, requireTLS: requireTls }, { from })
  const pending = new Set<Promise<void>>()
  const closing = new AbortController()
  const sentEmails: SentEmail[] = []

  function track(work: Promise<void>) {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }

  async function deliver(email: Email) {
    if (!transport) return
    for (const retryDelayMs of [...retryDelaysMs, null]) {
      try {
        await transport.sendMail({ ...email, to: { name: '', address: email.to } })
        return
      } catch (error) {
        const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number }
        // The server's message may contain the address, so only its codes are logged.
        const reason = { code, command, responseCode }
        if (retryDelayMs === null || responseCode >= 500) {
          return void log.error(reason, 'email delivery failed permanently')
        }
        log.warn(reason, 'email delivery failed; will retry')
        await delay(retryDelayMs, undefined, { ref: false, signal: closing.signal })
      }
    }
  }

  return {
    send(email) {
      if (!env.isProduction) {
        sentEmails.unshift({ ...email, sentAt: new Date() })
        sentEmails.length = Math.min(sentEmails.length, maxSentEmails)
        if (!transport) log.info({ email }, 'email not sent: SMTP_URL is not set')
      }
      track(deliver(email).catch((error: unknown) => log.error({ err: error }, 'email delivery aborted')))
    },
    deferEmail(work) {
      const run = async () => {
        await delay(20 + Math.random() * 80)
        await work()
      }
      track(
        run().catch((error: unknown) => {
          if (!(error instanceof ApiError)) log.error({ err: error }, 'deferred email failed')
        }),
      )
    },
    sentEmails: () => sentEmails,
    async close() {
      await Promise.race([drain(pending), delay(maxCloseMs, undefined, { ref: false })])
      closing.abort()
      transport?.close()
    },
  }
}

/** Waits until nothing is pending; deferred work may add to it. */
async function drain(pending: Set<Promise<void>>) {
  while (pending.size > 0) await Promise.all(pending)
}
