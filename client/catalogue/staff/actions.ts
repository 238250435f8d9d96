import {
  type ItemInput,
  type NewItemInput,
  StaffCategory,
  StaffItemDetails,
} from '../../../shared/catalogue/staff-schema.ts'
import { staffCatalogueRoutes as routes } from '../../../shared/catalogue/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { isFailure } from '../../api/call-failed.ts'
import { newerRow } from '../../staff/newer-row.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { StaffItemFilter } from './state.ts'
import {
  removeStaffCategory,
  removeStaffItem,
  setStaffCategory,
  setStaffItemDetails,
  setStaffItems,
  staffCategoriesKey,
  staffItemKey,
  staffItemsKey,
} from './store.ts'

const streams = ['staff' as const]
/** Ratings arrive on the catalogue stream. */
const itemStreams = ['staff' as const, 'catalogue' as const]

const items = createPagedList({
  route: routes.staffItems,
  streams: itemStreams,
  pageSize: 50,
  key: staffItemsKey,
  args: (filter: StaffItemFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffCatalogue.lists[staffItemsKey(filter)],
  write: setStaffItems,
})
export const { load: loadStaffItems, loadMore: loadMoreStaffItems } = items

/** @throws CallFailed 404, after removing the item from the store */
export async function loadStaffItem(context: ActionContext, id: string, signal?: AbortSignal) {
  try {
    const into = { snapshotKey: staffItemKey(id), streams: itemStreams, signal, write: writeItem }
    return (await context.load(routes.staffItem, { id }, into)).data
  } catch (error) {
    if (isFailure(error) && error.status === 404) context.update((draft) => removeStaffItem(draft, id))
    throw error
  }
}

/** Idempotent, so that a retry doesn't create a second item. @throws CallFailed */
export const createItem = (context: ActionContext, input: NewItemInput): Promise<StaffItemDetails> =>
  context.idempotently(`createItem ${JSON.stringify(input)}`, async (key) => {
    const into = { snapshotKey: 'staff/item/new', streams: itemStreams, key, write: writeItem }
    return (await context.send(routes.createItem, input, into)).data
  })

/** Copies an item as a draft. Idempotent, as creating one. @throws CallFailed */
export const copyItem = (context: ActionContext, id: string): Promise<StaffItemDetails> =>
  context.idempotently(`copyItem ${id}`, async (key) => {
    const into = { snapshotKey: 'staff/item/new', streams: itemStreams, key, write: writeItem }
    return (await context.send(routes.copyItem, { id }, into)).data
  })

/**
 * @param input `version` is the version that was edited
 * @throws CallFailed 409 `item_changed` when it is outdated, after storing the current item
 */
export async function changeItem(context: ActionContext, id: string, input: ItemInput & { version: number }) {
  const into = { snapshotKey: staffItemKey(id), streams: itemStreams, write: writeItem }
  return storingNewer(context, id, async () => (await context.send(routes.changeItem, { id, ...input }, into)).data)
}

/**
 * Puts a draft on sale, or makes an item a draft.
 * @param version the version that was shown
 * @throws CallFailed 409 `item_changed` when it is outdated, after storing the current item
 */
export async function setDraft(context: ActionContext, id: string, isDraft: boolean, version: number) {
  const into = { snapshotKey: staffItemKey(id), streams: itemStreams, write: writeItem }
  const route = isDraft ? routes.unpublishItem : routes.publishItem
  return storingNewer(context, id, () => context.send(route, { id, version }, into))
}

async function storingNewer<T>(context: ActionContext, id: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const theirs = newerRow(error, StaffItemDetails, context.store.getState().staffCatalogue.items[id])
    if (theirs) context.update((draft) => setStaffItemDetails(draft, theirs))
    throw error
  }
}

/** Archives an item, or deletes it if it was never ordered, reviewed or in a cart; `message` says which. */
export const removeItem = (context: ActionContext, id: string) =>
  context.send(
    routes.removeItem,
    { id },
    {
      snapshotKey: staffItemKey(id),
      streams: itemStreams,
      write: (draft, { data }) => (data ? setStaffItemDetails(draft, data) : removeStaffItem(draft, id)),
    },
  )

export const restoreItem = (context: ActionContext, id: string) =>
  context.send(routes.restoreItem, { id }, { snapshotKey: staffItemKey(id), streams: itemStreams, write: writeItem })

const writeItem = (draft: State, { data }: { data: StaffItemDetails }) => setStaffItemDetails(draft, data)

export const loadStaffCategories = (context: ActionContext, signal?: AbortSignal) =>
  context.load(routes.staffCategories, {}, { snapshotKey: staffCategoriesKey, streams, signal, write: writeCategories })

export const createCategory = (context: ActionContext, name: string) =>
  context.send(routes.createCategory, { name }, { snapshotKey: 'staff/category/new', streams, write: writeCategory })

/**
 * @param version the version that was edited
 * @throws CallFailed 409 `category_changed` when it is outdated, after storing the current category
 */
export async function renameCategory(context: ActionContext, id: string, name: string, version: number) {
  const into = { snapshotKey: `staff/category/${id}`, streams, write: writeCategory }
  try {
    return await context.send(routes.renameCategory, { id, name, version }, into)
  } catch (error) {
    const stored = context.store.getState().staffCatalogue.categories?.find(({ _id }) => _id === id)
    const theirs = newerRow(error, StaffCategory, stored)
    if (theirs) context.update((draft) => setStaffCategory(draft, theirs))
    throw error
  }
}

/** Sorts the categories at once and reverts when the server rejects it. @throws CallFailed 409 when the set changed */
export async function sortCategories(context: ActionContext, ids: string[]) {
  const before = context.store.getState().staffCatalogue.categories
  const show = (categories: StaffCategory[] | null) =>
    context.update((draft) => void (draft.staffCatalogue.categories = categories))
  show(before && before.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)))
  try {
    await context.send(
      routes.sortCategories,
      { ids },
      { snapshotKey: staffCategoriesKey, streams, write: writeCategories },
    )
  } catch (error) {
    await loadStaffCategories(context).catch(() => show(before))
    throw error
  }
}

export const deleteCategory = (context: ActionContext, id: string) =>
  context.send(
    routes.deleteCategory,
    { id },
    { snapshotKey: `staff/category/${id}`, streams, write: (draft) => removeStaffCategory(draft, id) },
  )

const writeCategory = (draft: State, { data }: { data: StaffCategory }) => setStaffCategory(draft, data)

const writeCategories = (draft: State, { data }: { data: StaffCategory[] }) =>
  void (draft.staffCatalogue.categories = data)
