import { mostPictureBytes, PictureAnswer, pictureTypes, type PictureUse } from '../../shared/staff-catalogue-calls.ts'
import { loadMe } from '../accounts/actions.ts'
import { CallFailed, isFailure, refused } from '../api/call-failed.ts'
import type { Client } from '../client.ts'

/** Why a file can't be uploaded, before it is; empty when it can. */
export function faultOf(file: { type: string; size: number }): string {
  if (!pictureTypes.some((type) => type === file.type)) return 'Please choose a PNG, JPEG, WebP or GIF.'
  if (file.size > mostPictureBytes) return 'A picture takes at most 5 MB.'
  return ''
}

/**
 * Uploads a picture and tells the link under which it is served.
 * @param onProgress how much of it was sent, from 0 to 1
 * @throws CallFailed
 */
export async function uploadPicture(
  client: Client,
  file: File,
  use: PictureUse,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) {
  try {
    return await send(client, file, use, onProgress, signal)
  } catch (error) {
    if (!isFailure(error) || error.status !== 401) throw error
    // Any call renews the session that ran out.
    await loadMe(client)
    return send(client, file, use, onProgress, signal)
  }
}

/** fetch() does not tell how much was sent. */
function send(
  client: Client,
  file: File,
  use: PictureUse,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/admin/pictures?use=${use}`)
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('authorization', `Bearer ${client.session.current()?.token ?? ''}`)
    request.responseType = 'json'
    request.timeout = 60_000
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(refused(request.status, request.response))
      const read = PictureAnswer.safeParse(request.response)
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
