import type { PictureUse } from '../../shared/catalogue/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { pictureLink, storePicture } from './pictures.ts'

/** Stores an encoded picture, for an item to use. @returns its link, such as `/media/….webp` */
export async function uploadPicture(
  ctx: MutationContext,
  staff: { id: string },
  use: PictureUse,
  webp: Buffer,
): Promise<string> {
  const name = await storePicture(ctx.tx, 'image/webp', 'webp', webp)
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'picture.upload',
    subject: 'picture',
    subjectId: name,
    after: { use, bytes: webp.length },
  })
  return pictureLink(name)
}
