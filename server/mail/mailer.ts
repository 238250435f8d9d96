import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { ApiError } from '../../shared/api-error.ts'
import type { Env } from '../env.ts'
import { DeliveryError } from '../outbox/delivery-error.ts'

/** An email as it is sent. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt, so that a mail client shows an email that was sent twice once. */
  messageId: string
  headers: Record<string, string>
  /** Its reader waits for it: without a mail server, it is written to the log. */
  isUrgent?: boolean
}
export type SentEmail = Email & { sentAt: Date }

export type Mailer = {
  /** Sends an email. @throws DeliveryError when the mail server is unreachable or refuses it */
  send(email: Email): Promise<void>
  /**
   * Runs `work` shortly after the response, so that its timing doesn't reveal whether there was anything to send.
   * An ApiError that it throws is ignored.
   */
  deferEmail(work: () => Promise<unknown>): void
  /** The most recent emails, newest first; none in production. */
  sentEmails(): readonly SentEmail[]
  /** Waits up to five seconds for deferred work, then stops. */
  close(): Promise<void>
}

const secondMs = 1000
const maxSentEmails = 50
const maxCloseMs = 5 * secondMs

const transportOptions = {
  pool: true,
  maxConnections: 2,
  maxRequeues: 1,
  dnsTimeout: 10 * secondMs,
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 30 * secondMs,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** Creates a mailer that sends over SMTP. Without `SMTP_URL`, in demo mode, it only records emails, and logs the urgent ones. */
export function createMailer(env: Pick<Env, 'isProduction' | 'mail'>, log: Logger): Mailer {
  const { smtpUrl, from, requireTls } = env.mail
  const transport =
    smtpUrl === null ? null : createTransport({ url: smtpUrl, ...transportOptions, requireTLS: requireTls }, { from })
  const deferred = new Set<Promise<void>>()
  const sentEmails: SentEmail[] = []

  function record(email: Email) {
    if (env.isProduction) return
    sentEmails.unshift({ ...email, sentAt: new Date() })
    sentEmails.length = Math.min(sentEmails.length, maxSentEmails)
    const { to, subject, text } = email
    if (!transport && email.isUrgent) log.info({ email: { to, subject, text } }, 'email not sent: SMTP_URL is not set')
  }

  return {
    async send(email) {
      await transport
        ?.sendMail({ ...email, to: { name: '', address: email.to } })
        .catch((error: unknown) => Promise.reject(toDeliveryError(error)))
      record(email)
    },
    deferEmail(work) {
      const run = async () => {
        await delay(20 + Math.random() * 80)
        await work()
      }
      const running = run().catch((error: unknown) => {
        if (!(error instanceof ApiError)) log.error({ err: error }, 'deferred email failed')
      })
      deferred.add(running)
      void running.finally(() => deferred.delete(running))
    },
    sentEmails: () => sentEmails,
    async close() {
      await Promise.race([drain(deferred), delay(maxCloseMs, undefined, { ref: false })])
      transport?.close()
    },
  }
}

/** Waits until nothing is pending; deferred work may add to it. */
async function drain(pending: Set<Promise<void>>) {
  while (pending.size > 0) await Promise.all(pending)
}

/** The commands that are about one email. A refusal of any other, such as a login, is about the connection. */
const commandsOfOneEmail = ['RCPT TO', 'DATA']

/** The mail server's sentence may contain the address, so only the codes are kept. */
function toDeliveryError(error: unknown): DeliveryError {
  const {
    code = 'unknown',
    command = '',
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  const isRefused = responseCode >= 500 && commandsOfOneEmail.includes(command)
  // Rejected here, before it was sent: the address is malformed.
  const isMalformed = code === 'EENVELOPE' && responseCode === 0
  const reason = [code, command, responseCode || ''].filter(Boolean).join(' ')
  return new DeliveryError(reason, { isPermanent: isRefused || isMalformed })
}
