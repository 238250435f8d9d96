import { type SortDirection, sortDirections } from '../../shared/contract.ts'
import { oneOf } from '../lib/use-query-filters.ts'
import type { TableSort } from '../ui/table.tsx'

/** The fields that a list can be sorted by, with the default direction of each; the first is the default field. */
type Sorts<Name extends string> = Readonly<Record<Name, SortDirection>>
export type SortChoice<Name extends string> = { sort?: Name | undefined; direction?: SortDirection | undefined }

const namesOf = <Name extends string>(sorts: Sorts<Name>) => Object.keys(sorts) as Name[]

/** Reads a list's sort from its address, which may contain anything. */
export const parseSort = <Name extends string>(
  sorts: Sorts<Name>,
  { sort, direction }: { sort?: string; direction?: string },
): SortChoice<Name> => ({ sort: oneOf(namesOf(sorts), sort), direction: oneOf(sortDirections, direction) })

/** The field and direction that a list is sorted by: those that were chosen, or the defaults. */
export function resolveSort<Name extends string>(sorts: Sorts<Name>, { sort, direction }: SortChoice<Name>) {
  const by = sort ?? namesOf(sorts)[0]!
  return { by, direction: direction ?? sorts[by] }
}

/** The sort that a table shows, and changes in the address. */
export const tableSort = <Name extends string>(
  sorts: Sorts<Name>,
  choice: SortChoice<Name>,
  change: (address: { sort: string; direction: string }) => void,
): TableSort => ({
  ...resolveSort(sorts, choice),
  onChange: (sort, direction) => change({ sort, direction }),
})
