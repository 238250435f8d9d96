import {
  maxPictureBytes,
  PictureUploadOutput,
  pictureTypes,
  type PictureUse,
} from '../../../shared/catalogue/staff-schema.ts'
import { loadMe } from '../../accounts/actions.ts'
import { CallFailed, isFailure, failedResponse } from '../../api/call-failed.ts'
import type { ActionContext } from '../../action-context.ts'
import type { Client } from '../../client.ts'

const timeoutMs = 60_000

/** Returns why a file can't be uploaded; empty if it can. */
export function validatePicture(file: { type: string; size: number }): string {
  if (!pictureTypes.some((type) => type === file.type)) return 'Please choose a PNG, JPEG, WebP or GIF.'
  if (file.size > maxPictureBytes) return 'A picture can be at most 5 MB.'
  return ''
}

/**
 * Uploads a picture.
 * @param onProgress called with the share that was sent, from 0 to 1
 * @returns the link it is served under
 * @throws CallFailed
 */
export async function uploadPicture(
  context: ActionContext & Pick<Client, 'session'>,
  file: File,
  use: PictureUse,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await send(context.session, file, use, onProgress, signal)
  } catch (error) {
    if (!isFailure(error) || error.status !== 401) throw error
    // Any call refreshes an expired token.
    await loadMe(context)
    return send(context.session, file, use, onProgress, signal)
  }
}

/** XMLHttpRequest, because `fetch` doesn't report upload progress. */
function send(
  session: Client['session'],
  file: File,
  use: PictureUse,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/admin/pictures?use=${use}`)
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('authorization', `Bearer ${session.current()?.token ?? ''}`)
    request.responseType = 'json'
    request.timeout = timeoutMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(failedResponse(request.status, request.response))
      const read = PictureUploadOutput.safeParse(request.response)
      if (read.success) resolve(read.data.data.link)
      else reject(new CallFailed(request.status, 'unreadable', 'Request failed'))
    })
    const fail = (code: string) => () => reject(new CallFailed(0, code, 'Network error. Please try again.'))
    request.addEventListener('error', fail('network'))
    request.addEventListener('timeout', fail('timeout'))
    request.addEventListener('abort', fail('aborted'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
