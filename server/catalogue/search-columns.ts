/** The columns that items are sorted and searched by, in lower case so that both databases agree. */
export const searchColumns = ({
  name,
  shortDescription = '',
}: {
  name: string
  shortDescription?: string | undefined
}) => ({
  sortName: name.toLowerCase(),
  searchText: `${name} ${shortDescription}`.toLowerCase(),
})
