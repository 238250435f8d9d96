import { useState } from 'react'
import type { StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useClient } from '../../client-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sortCategories } from './actions.ts'

/** Returns how to move a category up or down, and the announcement of its new position. */
export function useMoveCategory() {
  const client = useClient()
  const toast = useToast()
  const [announcement, setAnnouncement] = useState('')

  async function move({ _id, name }: StaffCategory, step: number) {
    const ids = (client.store.getState().staffCatalogue.categories ?? []).map((category) => category._id)
    const from = ids.indexOf(_id)
    const to = from + step
    if (from === -1 || to < 0 || to >= ids.length) return
    setAnnouncement(`${name} is now number ${to + 1} of ${ids.length}`)
    try {
      await sortCategories(client, ids.toSpliced(from, 1).toSpliced(to, 0, _id))
    } catch (error) {
      toast(errorMessage(error, 'The order could not be saved', 'Network error. Please try again.'), { type: 'error' })
    }
  }

  return { announcement, move }
}
