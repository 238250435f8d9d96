import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { invalid, Refusal } from '../../shared/refusal.ts'
import {
  mostPictureBytes,
  PictureAnswer,
  pictureTypes,
  type PictureUse,
  pictureUses,
} from '../../shared/staff-catalogue-calls.ts'
import { recordAction } from '../activity/audit.ts'
import { keepPicture, pictureLink } from '../catalogue/pictures.ts'
import { redrawPicture } from '../catalogue/redraw-picture.ts'
import type { Store } from '../store.ts'
import { change } from '../stream/change.ts'
import { answer } from './answer.ts'
import { readCaller, refuseForeign } from './caller.ts'
import { readBytes, unknownField } from './read-input.ts'
import { requestIdOf } from './refusals.ts'
import { guard } from './serve.ts'

/** The one call whose body is no JSON: a picture, as it is. */
export function serveUploads(store: Store) {
  const app = new Hono()
  app.post('/admin/pictures', async (c) => {
    refuseForeign(c, store.env.publicUrl)
    const caller = await readCaller(store, c)
    guard('staff', caller)
    const { user } = caller.identity!
    const position = store.positions.format(await store.positions.of(user))
    const use = readUse(c)
    if (!pictureTypes.some((type) => type === c.req.header('content-type'))) {
      throw new Refusal(415, 'not_a_picture', 'Please send a PNG, JPEG, WebP or GIF, with its content-type.')
    }
    const drawn = await redrawPicture(await readBytes(c, mostPictureBytes), use)
    const link = await change(store, async (making) => {
      const name = await keepPicture(making.tx, 'image/webp', 'webp', drawn)
      await recordAction(making, {
        actorId: user.id,
        action: 'picture.upload',
        subject: 'picture',
        subjectId: name,
        after: { use, bytes: drawn.length },
      })
      return pictureLink(name)
    })
    return answer(200, JSON.stringify({ success: true, data: { link } }), {
      'x-request-id': requestIdOf(c),
      'x-stream-position': position,
    })
  })
  return app
}

function readUse(c: Context): PictureUse {
  const { use, ...rest } = c.req.queries()
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw invalid(unknownField([unknown]))
  const found = use?.length === 1 && pictureUses.find((one) => one === use[0])
  if (!found) throw invalid(`use must be one of ${pictureUses.join(', ')}.`)
  return found
}

const answerSchema = () => {
  const { properties, required } = z.toJSONSchema(PictureAnswer, { io: 'input' }) as Record<string, object>
  return {
    type: 'object',
    properties: { success: { const: true }, ...properties },
    required: ['success', ...(required as string[])],
  }
}

/** The call's place in the API's description. */
export const describeUpload = (refused: object) => ({
  operationId: 'uploadPicture',
  summary: 'Upload a picture of an item. It is drawn anew as WebP: a logo within 256 × 256, a banner within 1200 × 675',
  'x-who': 'staff',
  security: [{ session: [] }],
  parameters: [{ name: 'use', in: 'query', required: true, schema: { enum: pictureUses } }],
  requestBody: {
    required: true,
    content: Object.fromEntries(
      pictureTypes.map((type) => [type, { schema: { type: 'string', format: 'binary', maxLength: mostPictureBytes } }]),
    ),
  },
  responses: {
    200: {
      description: 'Done',
      headers: { 'X-Stream-Position': { schema: { type: 'string' } } },
      content: { 'application/json': { schema: answerSchema() } },
    },
    default: refused,
  },
})
