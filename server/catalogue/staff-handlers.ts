import { type Context, Hono } from 'hono'
import type { staffCatalogueRoutes } from '../../shared/catalogue/staff-routes.ts'
import {
  maxPictureBytes,
  pictureTypes,
  PictureUploadOutput,
  type PictureUse,
  pictureUses,
} from '../../shared/catalogue/staff-schema.ts'
import { ApiError, badRequest, notFound } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { type Operation, responsesOf } from '../http/openapi.ts'
import { readBytes, unknownFields } from '../http/read-input.ts'
import type { Handlers } from '../http/serve.ts'
import { admitUpload } from '../http/upload.ts'
import { encodePicture } from './encode-picture.ts'
import { changePrices, previewPrices } from './change-prices.ts'
import { exportItems } from './export-items.ts'
import { checkImport, importItems } from './import-items.ts'
import { listItemsForStaff } from './list-items-for-staff.ts'
import { publishDraft, unpublishItem } from './publish-draft.ts'
import { readStaffCategories } from './present-for-staff.ts'
import { readItemForStaff } from './read-item-for-staff.ts'
import { removeItem, restoreItem } from './remove-item.ts'
import { uploadPicture } from './upload-picture.ts'
import { createCategory, deleteCategory, renameCategory, sortCategories } from './write-category.ts'
import { changeItem, copyItem, createItem } from './write-item.ts'

export const staffCatalogueHandlers: Handlers<typeof staffCatalogueRoutes> = {
  staffItems: (query, { app }) => listItemsForStaff(app.db, query),
  staffItem: async ({ id }, { app }) => ({ data: await readItemForStaff(app.db, id) }),
  createItem: (item, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await createItem(ctx, me.user, item),
      message: item.draft ? 'Draft saved' : 'Item created',
    })),
  copyItem: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await copyItem(ctx, me.user, id), message: 'Copied as a draft' })),
  publishItem: ({ id, ...read }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await publishDraft(ctx, me.user, id, read), message: 'Item is on sale' })),
  unpublishItem: ({ id, ...read }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await unpublishItem(ctx, me.user, id, read), message: 'Item is a draft' })),
  previewPrices: (input, { app }) => previewPrices(app.db, input),
  changePrices: (input, { me, mutate }) =>
    mutate(async (ctx) => {
      const changed = await changePrices(ctx, me.user, input)
      return { changed, message: `${changed} ${changed === 1 ? 'price' : 'prices'} changed` }
    }),
  exportItems: async (query, { app }) => {
    const { text, nextCursor } = await exportItems(app.db, query)
    return { data: { text }, nextCursor }
  },
  checkImport: async ({ lines }, { app }) => ({ data: await checkImport(app.db, lines) }),
  importItems: ({ lines }, { me, mutate }) =>
    mutate(async (ctx) => {
      const { created, changed } = await importItems(ctx, me.user, lines)
      const counts = [created > 0 && `${created} created`, changed > 0 && `${changed} changed`].filter(Boolean)
      return { created, changed, message: counts.join(', ') || 'Nothing changed' }
    }),
  changeItem: ({ id, ...item }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await changeItem(ctx, me.user, id, item), message: 'Item saved' })),
  removeItem: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => {
      const data = await removeItem(ctx, me.user, id)
      return { data, message: data ? 'Item archived' : 'Item deleted' }
    }),
  restoreItem: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await restoreItem(ctx, me.user, id), message: 'Item is on sale again' })),
  staffCategories: async (_, { app }) => ({ data: await readStaffCategories(app.db) }),
  staffCategory: async ({ id }, { app }) => {
    const [data] = await readStaffCategories(app.db, id)
    if (!data) throw notFound('Category not found')
    return { data }
  },
  createCategory: ({ name }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await createCategory(ctx, me.user, name), message: 'Category created' })),
  sortCategories: ({ ids }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await sortCategories(ctx, me.user, ids), message: 'Order saved' })),
  renameCategory: ({ id, ...input }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await renameCategory(ctx, me.user, id, input), message: 'Category renamed' })),
  deleteCategory: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => {
      await deleteCategory(ctx, me.user, id)
      return { message: 'Category deleted' }
    }),
}

/** Picture uploads: the one API call whose request body isn't JSON but the file itself. */
export function uploadRoutes(app: AppContext) {
  const router = new Hono<HttpEnv>()
  router.post('/admin/pictures', async (c) => {
    const { user, respond } = await admitUpload(app, c, 'staff', 'upload')
    const use = readUse(c)
    if (!pictureTypes.some((type) => type === c.req.header('content-type'))) {
      throw new ApiError(415, 'not_a_picture', 'Please upload a PNG, JPEG, WebP or GIF, with its content-type.')
    }
    const webp = await encodePicture(await readBytes(c, maxPictureBytes), use)
    const link = await runMutation(app, (ctx) => uploadPicture(ctx, user, use, webp))
    return respond(PictureUploadOutput, { data: { link } })
  })
  return router
}

function readUse(c: Context): PictureUse {
  const { use: values, ...others } = c.req.queries()
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw badRequest(unknownFields([unknown]))
  const use = values?.length === 1 && pictureUses.find((name) => name === values[0])
  if (!use) throw badRequest(`use must be one of ${pictureUses.join(', ')}.`)
  return use
}

/** The upload endpoint in the OpenAPI document. */
export const uploadOperation: Operation = {
  operationId: 'uploadPicture',
  summary: 'Upload a picture; it is converted to WebP: a logo of at most 256 × 256, a banner of at most 1200 × 675',
  'x-access': 'staff',
  security: [{ session: [] }],
  parameters: [{ name: 'use', in: 'query', required: true, schema: { enum: [...pictureUses] } }],
  requestBody: {
    required: true,
    content: Object.fromEntries(
      pictureTypes.map((type) => [type, { schema: { type: 'string', format: 'binary', maxLength: maxPictureBytes } }]),
    ),
  },
  responses: responsesOf(PictureUploadOutput),
}
