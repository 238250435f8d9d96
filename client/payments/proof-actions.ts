import * as z from 'zod/mini'
import { orderRoutes } from '../../shared/orders/routes.ts'
import { maxProofBytes, type Proof, ProofUploadOutput } from '../../shared/payments/proof-schema.ts'
import { loadMe } from '../accounts/actions.ts'
import type { ActionContext } from '../action-context.ts'
import { CallFailed, failedResponse, isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { loadOrder } from '../orders/actions.ts'
import { orderKey, setOrder } from '../orders/store.ts'

type Context = ActionContext & Pick<Client, 'session'>

const uploadTimeoutMs = 60_000
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
 * @throws CallFailed 409 unless the order waits; 422 if it isn't a picture or the order has three
 */
export async function uploadProof(
  context: Context,
  orderId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Proof> {
  const proof = await refreshing(context, () => send(context.session, orderId, file, onProgress, signal))
  const isShown = context.store.getState().orders.byId[orderId]?.proofs.some(({ _id }) => _id === proof._id)
  // Its event may be late, or the connection lost.
  if (!isShown) await loadOrder(context, orderId).catch(() => undefined)
  return proof
}

/** Reads a picture as a data: URL, which the content security policy allows. @throws CallFailed 404 if it was deleted */
export const openProof = (context: Context, orderId: string, proofId: string, signal: AbortSignal): Promise<string> =>
  refreshing(context, async () => {
    const response = await fetch(`/api/checkout/${encodeURIComponent(orderId)}/proofs/${encodeURIComponent(proofId)}`, {
      headers: { authorization: `Bearer ${context.session.current()?.token ?? ''}` },
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(openTimeoutMs)]),
    }).catch(() => {
      throw new CallFailed(0, signal.aborted ? 'aborted' : 'network', 'Network error. Please try again.')
    })
    if (!response.ok) throw failedResponse(response.status, await response.json().catch(() => ({})))
    return readAsDataUrl(await response.blob())
  })

/** @throws CallFailed 409 unless the order waits */
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

/** Tries again with a new token if it has expired. */
async function refreshing<T>(context: Context, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!isFailure(error) || error.status !== 401) throw error
    // Any call refreshes an expired token.
    await loadMe(context)
    return attempt()
  }
}

/** XMLHttpRequest, because `fetch` doesn't report upload progress. */
function send(
  session: Client['session'],
  orderId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', `/api/checkout/${encodeURIComponent(orderId)}/proofs`)
    request.setRequestHeader('authorization', `Bearer ${session.current()?.token ?? ''}`)
    request.responseType = 'json'
    request.timeout = uploadTimeoutMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(failedResponse(request.status, request.response))
      const read = z.safeDecode(ProofUploadOutput, request.response as never)
      if (read.success) resolve(read.data.data)
      else reject(new CallFailed(request.status, 'unreadable', 'Request failed'))
    })
    const fail = (code: string) => () => reject(new CallFailed(0, code, 'Network error. Please try again.'))
    request.addEventListener('error', fail('network'))
    request.addEventListener('timeout', fail('timeout'))
    request.addEventListener('abort', fail('aborted'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

const readAsDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new CallFailed(0, 'unreadable', 'Request failed')))
    reader.readAsDataURL(blob)
  })
