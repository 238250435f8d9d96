import { conflict } from '../../shared/api-error.ts'
import type { StaffItemDetails } from '../../shared/catalogue/staff-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishCategory } from './publish-category.ts'
import { publishItem } from './publish-item.ts'
import { loadItem } from './read-item-for-staff.ts'
import { assertCurrent, auditItem, updateItem } from './write-item.ts'

type Staff = { id: string }
/** The version the client read, if it says so. */
type ReadState = { version?: number | undefined }

/** Puts a draft on sale. @throws 404; 409 if it isn't a draft, or has changed since */
export async function publishDraft(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  read: ReadState,
): Promise<StaffItemDetails> {
  const item = await loadItem(ctx, id)
  await assertCurrent(ctx, item, read)
  if (!item.draft) throw conflict('item_not_draft', 'This item isn’t a draft.')
  const published = await updateItem(ctx, item, { draft: false, archivedAt: null })
  await auditItem(ctx, staff, 'publish', item, published)
  const presented = await publishItem(ctx, id, { arrived: true })
  await publishCategory(ctx, item.categoryId)
  return presented
}

/** Takes an item off sale and makes it a draft. @throws 404; 409 if it isn't on sale, or has changed since */
export async function unpublishItem(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  read: ReadState,
): Promise<StaffItemDetails> {
  const item = await loadItem(ctx, id)
  await assertCurrent(ctx, item, read)
  if (item.draft) throw conflict('item_draft', 'This item is already a draft.')
  if (item.archivedAt) throw conflict('item_archived', 'This item is archived. Put it back on sale first.')
  const draft = await updateItem(ctx, item, { draft: true, archivedAt: ctx.now })
  await auditItem(ctx, staff, 'unpublish', item, draft)
  ctx.publish('catalogue', { type: 'item.removed', data: { _id: id } })
  const presented = await publishItem(ctx, id)
  await publishCategory(ctx, item.categoryId)
  return presented
}
