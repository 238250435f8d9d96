import { orderRoutes } from '../../shared/orders/routes.ts'
import { maxProofBytes, type Proof, ProofUploadOutput } from '../../shared/payments/proof-schema.ts'
import { retryUnauthorized } from '../accounts/retry-unauthorized.ts'
import type { ActionContext } from '../action-context.ts'
import { CallFailed } from '../api/call-failed.ts'
import { failedResponse } from '../api/failures.ts'
import { sendFile } from '../api/send-file.ts'
import type { Client } from '../client.ts'
import { loadOrder } from '../orders/actions.ts'
import { orderKey, setOrder } from '../orders/store.ts'

type Context = ActionContext & Pick<Client, 'session'>

const openTimeoutMs = 20_000
const streams = ['user' as const]

/** Returns why a file can't be uploaded; empty if it can. The server reads what it really is. */
export function validateProof(file: { type: string; size: number }): string {
  if (file.type === 'application/pdf') return 'We can’t read a PDF. Please send a picture of it, such as a screenshot.'
  if (!file.type.startsWith('image/')) return 'Please choose a picture: a PNG, JPEG or WebP.'
  if (file.size >= maxProofBytes) return 'A picture can be at most 10 MB.'
  return ''
}

/**
 * Adds a picture of the transfer to one's own order.
 * @param onProgress called with the share that was sent, from 0 to 1
 * @throws CallFailed 409 unless the order waits, was rejected or has expired; 422 if it isn't a picture or the order has three
 */
export async function uploadProof(
  context: Context,
  orderId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Proof> {
  const form = new FormData()
  form.append('file', file)
  const path = `/api/checkout/${encodeURIComponent(orderId)}/proofs`
  const { data: proof } = await retryUnauthorized(context, (token) =>
    sendFile(path, form, { token, output: ProofUploadOutput, onProgress, signal }),
  )
  const isShown = context.store.getState().orders.byId[orderId]?.proofs.some(({ _id }) => _id === proof._id)
  // Its event may be late, or the connection lost.
  if (!isShown) await loadOrder(context, orderId).catch(() => undefined)
  return proof
}

/** Reads a picture as a data: URL, which the content security policy allows. @throws CallFailed 404 if it was deleted */
export const openProof = (context: Context, orderId: string, proofId: string, signal: AbortSignal): Promise<string> =>
  retryUnauthorized(context, async (token) => {
    const response = await fetch(`/api/checkout/${encodeURIComponent(orderId)}/proofs/${encodeURIComponent(proofId)}`, {
      headers: { authorization: `Bearer ${token ?? ''}` },
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(openTimeoutMs)]),
    }).catch(() => {
      throw new CallFailed(0, signal.aborted ? 'aborted' : 'network', 'Network error. Please try again.')
    })
    if (!response.ok) throw failedResponse(response.status, await response.json().catch(() => ({})))
    return readAsDataUrl(await response.blob())
  })

/** @throws CallFailed 409 unless the order waits, was rejected or has expired */
export const deleteProof = (context: ActionContext, orderId: string, proofId: string) =>
  context.send(
    orderRoutes.deleteProof,
    { id: orderId, proofId },
    { snapshotKey: orderKey(orderId), streams, write: (draft, { data }) => setOrder(draft, data) },
  )

/** Adds or corrects the transfer's reference. @throws CallFailed 409 unless the order waits */
export const changeReference = (context: ActionContext, orderId: string, reference: string) =>
  context.idempotently(`reference ${orderId} ${reference}`, (key) =>
    context.send(
      orderRoutes.changeReference,
      { id: orderId, reference },
      { snapshotKey: orderKey(orderId), streams, key, write: (draft, { data }) => setOrder(draft, data) },
    ),
  )

const readAsDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new CallFailed(0, 'unreadable', 'Request failed')))
    reader.readAsDataURL(blob)
  })
