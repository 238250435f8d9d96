import type { StaffCategory, StaffCoupon, StaffItemDetails } from '../../shared/staff-catalogue.ts'
import {
  staffCatalogueRoutes as routes,
  type WrittenCoupon,
  type WrittenItem,
} from '../../shared/staff-catalogue-calls.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { appendPage, asManyAs } from '../stream/lists.ts'
import {
  couponKey,
  type CouponsFilter,
  couponsKey,
  dropCoupon,
  dropStaffCategory,
  dropStaffItem,
  type ItemsFilter,
  keepCoupons,
  keepStaffItems,
  setCoupon,
  setCoupons,
  setStaffCategory,
  setStaffItemDetails,
  setStaffItems,
  staffCategoriesKey,
  staffItemKey,
  staffItemsKey,
} from './store.ts'

const streams = ['staff' as const]
/** Ratings come with the catalogue. */
const ofItems = ['staff' as const, 'catalogue' as const]
const usual = 50

/** The list from its beginning, and as far as it was shown. @throws CallFailed */
export function loadStaffItems(client: Client, filter: ItemsFilter, signal?: AbortSignal) {
  const key = staffItemsKey(filter)
  const shown = client.store.getState().staffCatalogue.lists[key]?.ids
  return client.load(
    routes.staffItems,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: key, streams: ofItems, signal, write: (draft, page) => setStaffItems(draft, filter, page) },
  )
}

export async function loadMoreStaffItems(client: Client, filter: ItemsFilter) {
  const key = staffItemsKey(filter)
  const cursor = client.store.getState().staffCatalogue.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.staffItems,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams: ofItems,
      write(draft, page) {
        keepStaffItems(draft, page.data)
        appendPage(draft.staffCatalogue.lists[key], cursor, page)
      },
    },
  )
}

/** @throws CallFailed 404 for an item that is not there: it is nowhere shown then */
export async function loadStaffItem(client: Client, id: string, signal?: AbortSignal): Promise<StaffItemDetails> {
  try {
    const into = { slice: staffItemKey(id), streams: ofItems, signal, write: writeItem }
    return (await client.load(routes.staffItem, { id }, into)).data
  } catch (error) {
    if (isFailure(error) && error.status === 404) client.update((draft) => dropStaffItem(draft, id))
    throw error
  }
}

/** Under one key until it is known whether it was done: nothing is put on the shelf twice. */
export const createItem = (client: Client, written: WrittenItem): Promise<StaffItemDetails> =>
  client.attempt(`createItem ${JSON.stringify(written)}`, async (key) => {
    const into = { slice: 'staff/item/new', streams: ofItems, key, write: writeItem }
    return (await client.send(routes.createItem, written, into)).data
  })

/** @param updatedAt of the item that was changed. @throws CallFailed 409 `item_changed` when it is not the same any more */
export async function changeItem(client: Client, id: string, written: WrittenItem & { updatedAt: number }) {
  const into = { slice: staffItemKey(id), streams: ofItems, write: writeItem }
  return (await client.send(routes.changeItem, { id, ...written }, into)).data
}

/** Archived, or deleted where nobody ever had it; `message` says which. */
export const removeItem = (client: Client, id: string) =>
  client.send(
    routes.removeItem,
    { id },
    {
      slice: staffItemKey(id),
      streams: ofItems,
      write: (draft, { data }) => (data ? setStaffItemDetails(draft, data) : dropStaffItem(draft, id)),
    },
  )

export const restoreItem = (client: Client, id: string) =>
  client.send(routes.restoreItem, { id }, { slice: staffItemKey(id), streams: ofItems, write: writeItem })

const writeItem = (draft: State, { data }: { data: StaffItemDetails }) => setStaffItemDetails(draft, data)

export const loadStaffCategories = (client: Client, signal?: AbortSignal) =>
  client.load(
    routes.staffCategories,
    {},
    {
      slice: staffCategoriesKey,
      streams,
      signal,
      write: (draft, { data }) => void (draft.staffCatalogue.categories = data),
    },
  )

export const createCategory = (client: Client, name: string) =>
  client.send(routes.createCategory, { name }, { slice: 'staff/category/new', streams, write: writeCategory })

/** @param was its name when it was read. @throws CallFailed 409 `category_changed` when it has another by now */
export const renameCategory = (client: Client, id: string, name: string, was: string) =>
  client.send(
    routes.renameCategory,
    { id, name, was },
    { slice: `staff/category/${id}`, streams, write: writeCategory },
  )

/** Shown at once; put back when the store refuses. @throws CallFailed 409 when there are others by now */
export async function orderCategories(client: Client, ids: string[]) {
  const before = client.store.getState().staffCatalogue.categories
  const show = (categories: StaffCategory[] | null) =>
    client.update((draft) => void (draft.staffCatalogue.categories = categories))
  show(before && before.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)))
  try {
    await client.send(
      routes.orderCategories,
      { ids },
      { slice: staffCategoriesKey, streams, write: (draft, { data }) => void (draft.staffCatalogue.categories = data) },
    )
  } catch (error) {
    await loadStaffCategories(client).catch(() => show(before))
    throw error
  }
}

export const deleteCategory = (client: Client, id: string) =>
  client.send(
    routes.deleteCategory,
    { id },
    { slice: `staff/category/${id}`, streams, write: (draft) => dropStaffCategory(draft, id) },
  )

const writeCategory = (draft: State, { data }: { data: StaffCategory }) => setStaffCategory(draft, data)

/** The list from its beginning, and as far as it was shown. @throws CallFailed */
export function loadCoupons(client: Client, filter: CouponsFilter, signal?: AbortSignal) {
  const key = couponsKey(filter)
  const shown = client.store.getState().staffCatalogue.lists[key]?.ids
  return client.load(
    routes.staffCoupons,
    { ...filter, limit: asManyAs(shown, usual) },
    { slice: key, streams, signal, write: (draft, page) => setCoupons(draft, filter, page) },
  )
}

export async function loadMoreCoupons(client: Client, filter: CouponsFilter) {
  const key = couponsKey(filter)
  const cursor = client.store.getState().staffCatalogue.lists[key]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.staffCoupons,
    { ...filter, cursor, limit: usual },
    {
      slice: key,
      streams,
      write(draft, page) {
        keepCoupons(draft, page.data)
        appendPage(draft.staffCatalogue.lists[key], cursor, page)
      },
    },
  )
}

export const createCoupon = (client: Client, written: WrittenCoupon) =>
  client.attempt(`createCoupon ${JSON.stringify(written)}`, (key) =>
    client.send(routes.createCoupon, written, { slice: 'staff/coupon/new', streams, key, write: writeCoupon }),
  )

/** @throws CallFailed 404 */
export const loadCoupon = (client: Client, id: string) =>
  client.load(routes.staffCoupon, { id }, { slice: couponKey(id), streams, write: writeCoupon })

/** @param version of the coupon that was changed. @throws CallFailed 409 `coupon_changed` when it is another by now */
export const changeCoupon = (client: Client, id: string, written: WrittenCoupon & { version: string }) =>
  client.send(routes.changeCoupon, { id, ...written }, { slice: couponKey(id), streams, write: writeCoupon })

/** Archived, or deleted where no order ever had it; `message` says which. */
export const removeCoupon = (client: Client, id: string) =>
  client.send(
    routes.removeCoupon,
    { id },
    {
      slice: couponKey(id),
      streams,
      write: (draft, { data }) => (data ? setCoupon(draft, data) : dropCoupon(draft, id)),
    },
  )

export const restoreCoupon = (client: Client, id: string) =>
  client.send(routes.restoreCoupon, { id }, { slice: couponKey(id), streams, write: writeCoupon })

const writeCoupon = (draft: State, { data }: { data: StaffCoupon }) => setCoupon(draft, data)
