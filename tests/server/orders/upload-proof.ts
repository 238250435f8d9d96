import type * as z from 'zod/mini'
import type { Proof } from '../../../shared/payments/proof-schema.ts'
import type { TestServer } from '../../app.ts'

type UploadResponse = { success: boolean; message: string; error: string; data: z.input<typeof Proof> }

type UploadOptions = {
  token?: string | undefined
  type?: string
  field?: string
  headers?: Record<string, string>
}

/** Uploads a picture of a transfer as a form. */
export async function uploadProof(
  { router }: TestServer,
  orderId: string,
  bytes: Uint8Array | string,
  { token, type = 'image/png', field = 'file', headers }: UploadOptions = {},
) {
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), 'slip.png')
  const response = await router.request(`http://localhost/api/checkout/${orderId}/proofs`, {
    method: 'POST',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as UploadResponse }
}

/** Requests the picture itself. */
export async function openProof({ router }: TestServer, orderId: string, proofId: string, token?: string) {
  const response = await router.request(`http://localhost/api/checkout/${orderId}/proofs/${proofId}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
