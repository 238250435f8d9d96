import { useState } from 'react'
import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { orderCategories } from './actions.ts'

/** Moves a category up or down, and says where it is then. */
export function useMoveCategory() {
  const client = useClient()
  const toast = useToast()
  const [said, setSaid] = useState('')

  async function move({ _id, name }: StaffCategory, step: number) {
    const ids = (client.store.getState().staffCatalogue.categories ?? []).map((one) => one._id)
    const from = ids.indexOf(_id)
    const to = from + step
    if (from === -1 || to < 0 || to >= ids.length) return
    setSaid(`${name} is number ${to + 1} of ${ids.length}`)
    try {
      await orderCategories(client, ids.toSpliced(from, 1).toSpliced(to, 0, _id))
    } catch (error) {
      toast(tellFailure(error, 'The order could not be saved', 'Network error. Please try again.'), { type: 'error' })
    }
  }

  return { said, move }
}
