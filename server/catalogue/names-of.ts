/** What is kept of an item's texts to sort and to search by: the same in both dialects. */
export const namesOf = ({ name, shortDescription = '' }: { name: string; shortDescription?: string | undefined }) => ({
  sortName: name.toLowerCase(),
  searchText: `${name} ${shortDescription}`.toLowerCase(),
})
