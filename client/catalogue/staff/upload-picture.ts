import {
  maxPictureBytes,
  PictureUploadOutput,
  pictureTypes,
  type PictureUse,
} from '../../../shared/catalogue/staff-schema.ts'
import { retryUnauthorized } from '../../accounts/retry-unauthorized.ts'
import { sendFile } from '../../api/send-file.ts'
import type { ActionContext } from '../../action-context.ts'
import type { Client } from '../../client.ts'

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
export const uploadPicture = (
  context: ActionContext & Pick<Client, 'session'>,
  file: File,
  use: PictureUse,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  retryUnauthorized(context, async (token) => {
    const output = PictureUploadOutput
    const { data } = await sendFile(`/api/admin/pictures?use=${use}`, file, { token, output, onProgress, signal })
    return data.link
  })
