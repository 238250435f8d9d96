import { readEmailPreferences } from '../accounts/email-preferences.ts'
import { unsubscribeToken } from '../accounts/unsubscribe-token.ts'
import type { AppContext } from '../app-context.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import { runMutation } from '../events/mutation.ts'
import { cleanText, type EmailContent } from '../mail/content.ts'
import type { Email, Mailer } from '../mail/mailer.ts'
import { renderHtml } from '../mail/render-html.ts'
import { renderText } from '../mail/render-text.ts'
import { renderPaymentAlert } from '../orders/alert-staff.ts'
import { renderOrderEmail } from '../orders/order-emails.ts'
import { type EmailKind, findEmailKind } from '../outbox/email-kinds.ts'
import { type Outcome, settleRow } from '../outbox/leases.ts'
import type { Deliver } from '../outbox/outbox.ts'
import { type OutboxRow, readPayload } from '../outbox/queue-emails.ts'
import { recordDelivery, renderVisitorAnswer } from '../support/answer-visitor.ts'
import { renderReplyEmail } from '../support/reply-email.ts'

/** Renders and sends what waits in the outbox. An email is rendered when it is sent, so that it shows the current state. */
export function createEmailDelivery(db: Db, env: Env, mail: Mailer): Deliver {
  return async (row, now) => {
    const kind = row.kind as EmailKind
    if (!findEmailKind(kind)) throw new Error(`This version knows no email ${kind}`)
    const optional = findEmailKind(kind)?.optional
    if (optional && !(await readEmailPreferences(db, row.userId!))[optional]) return 'unsubscribed'
    const content = await renderEmail(db, env, kind, readPayload(env, row), now)
    if (!content) return 'no longer applies'
    const unsubscribeUrl =
      optional &&
      `${env.publicUrl}/api/unsubscribe?token=${unsubscribeToken(env, { userId: row.userId!, email: optional })}`
    await mail.send(toEmail(env, row, { ...content, ...(unsubscribeUrl && { unsubscribeUrl }) }))
    return null
  }
}

type Payload = { orderId: string; orderIds: string[]; messageId: string } & EmailContent

async function renderEmail(
  db: Db,
  env: Env,
  kind: EmailKind,
  payload: Record<string, unknown>,
  now: Date,
): Promise<EmailContent | null> {
  const { orderId, orderIds, messageId } = payload as Payload
  switch (kind) {
    case 'account_notice':
    case 'password_reset':
    case 'email_confirmation':
      return payload as EmailContent
    case 'support_replied':
      return renderReplyEmail(db, env.publicUrl, messageId)
    case 'visitor_answered':
      return renderVisitorAnswer(db, env, messageId)
    case 'payment_waiting':
      return renderPaymentAlert(db, env.publicUrl, orderIds, now)
    case 'order_received':
    case 'order_verified':
    case 'order_ready':
    case 'order_rejected':
    case 'order_refunded':
    case 'order_short':
    case 'order_over':
    case 'order_late':
    case 'order_proof_requested':
    case 'order_expiring':
      return renderOrderEmail(db, env, kind, orderId, now)
  }
}

function toEmail({ publicUrl }: Env, { id, kind, recipient, payload }: OutboxRow, content: EmailContent): Email {
  const { hostname } = new URL(publicUrl)
  const orderId = kind.startsWith('order_') && (JSON.parse(payload) as Payload).orderId
  const { unsubscribeUrl } = content
  return {
    to: recipient,
    subject: cleanText(content.subject).replaceAll('\n', ' '),
    text: renderText(content),
    html: renderHtml(content, publicUrl),
    isUrgent: findEmailKind(kind)?.urgent === true,
    messageId: `<${id}@${hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Mail clients show the emails about one order as one thread.
      ...(orderId && { References: `<order-${orderId}@${hostname}>` }),
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Records what became of an email; staff see it at a reply to a visitor, in the same transaction. */
export async function settleEmail(app: AppContext, row: OutboxRow, outcome: Outcome) {
  const { state } = outcome
  if (row.kind !== 'visitor_answered' || state === 'waiting') return settleRow(app.db, row.id, outcome)
  const { messageId } = readPayload(app.env, row) as Payload
  await runMutation(app, async (ctx) => {
    await settleRow(ctx.tx, row.id, outcome)
    await recordDelivery(ctx, messageId, state === 'sent' ? 'sent' : 'failed')
  })
}
