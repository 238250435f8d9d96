import * as z from 'zod/mini'
import { CallFailed } from './call-failed.ts'
import { failedResponse } from './failures.ts'

const timeoutMs = 60_000

/**
 * Posts a file, or a form with one. XMLHttpRequest, because `fetch` doesn't report upload progress.
 * @param onProgress called with the share that was sent, from 0 to 1
 * @throws CallFailed
 */
export function sendFile<Output extends z.ZodMiniType>(
  path: string,
  body: File | FormData,
  {
    token,
    output,
    onProgress,
    signal,
  }: { token: string | undefined; output: Output; onProgress?: (share: number) => void; signal?: AbortSignal },
): Promise<z.output<Output>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('authorization', `Bearer ${token ?? ''}`)
    request.responseType = 'json'
    request.timeout = timeoutMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(failedResponse(request.status, request.response))
      const read = z.safeDecode(output, request.response as z.input<Output>)
      if (read.success) resolve(read.data)
      else reject(new CallFailed(request.status, 'unreadable', 'Request failed'))
    })
    const fail = (code: string) => () => reject(new CallFailed(0, code, 'Network error. Please try again.'))
    request.addEventListener('error', fail('network'))
    request.addEventListener('timeout', fail('timeout'))
    request.addEventListener('abort', fail('aborted'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
