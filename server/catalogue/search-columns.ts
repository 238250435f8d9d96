import { searchText } from '../../shared/search-text.ts'

/** The columns that items are sorted and searched by, computed here so that both databases agree. */
export const searchColumns = ({
  name,
  shortDescription = '',
}: {
  name: string
  shortDescription?: string | undefined
}) => ({
  sortName: name.toLowerCase(),
  searchText: searchText(name, shortDescription),
})
