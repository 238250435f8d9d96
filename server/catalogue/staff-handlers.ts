import type { staffCatalogueRoutes } from '../../shared/staff-catalogue-calls.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Handlers } from '../http/serve.ts'
import { listItemsForStaff } from './list-items-for-staff.ts'
import { readStaffCategories } from './present-for-staff.ts'
import { readItemForStaff } from './read-item-for-staff.ts'
import { removeItem, restoreItem } from './remove-item.ts'
import { createCategory, deleteCategory, orderCategories, renameCategory } from './write-category.ts'
import { changeItem, createItem } from './write-item.ts'

type Routes = typeof staffCatalogueRoutes
type Names = Exclude<keyof Routes, `${string}Coupon` | `${string}Coupons`>

export const staffCatalogueHandlers: Handlers<Pick<Routes, Names>> = {
  staffItems: (asked, { store }) => listItemsForStaff(store.db, asked),
  staffItem: async ({ id }, { store }) => ({ data: await readItemForStaff(store.db, id) }),
  createItem: (written, { me, change }) =>
    change(async (making) => ({ data: await createItem(making, me.user, written), message: 'Item created' })),
  changeItem: ({ id, ...written }, { me, change }) =>
    change(async (making) => ({ data: await changeItem(making, me.user, id, written), message: 'Item saved' })),
  removeItem: ({ id }, { me, change }) =>
    change(async (making) => {
      const data = await removeItem(making, me.user, id)
      return { data, message: data ? 'Item archived' : 'Item deleted' }
    }),
  restoreItem: ({ id }, { me, change }) =>
    change(async (making) => ({ data: await restoreItem(making, me.user, id), message: 'Item is on sale again' })),
  staffCategories: async (_, { store }) => ({ data: await readStaffCategories(store.db) }),
  staffCategory: async ({ id }, { store }) => {
    const [data] = await readStaffCategories(store.db, id)
    if (!data) throw notFound('Category not found')
    return { data }
  },
  createCategory: ({ name }, { me, change }) =>
    change(async (making) => ({ data: await createCategory(making, me.user, name), message: 'Category created' })),
  orderCategories: ({ ids }, { me, change }) =>
    change(async (making) => ({ data: await orderCategories(making, me.user, ids), message: 'Order saved' })),
  renameCategory: ({ id, ...named }, { me, change }) =>
    change(async (making) => ({ data: await renameCategory(making, me.user, id, named), message: 'Category renamed' })),
  deleteCategory: ({ id }, { me, change }) =>
    change(async (making) => {
      await deleteCategory(making, me.user, id)
      return { message: 'Category deleted' }
    }),
}
