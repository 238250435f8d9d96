/** What the toast with Undo is about. It ends when the cart's page is left, or is another person's. */
export const removedItem = 'removed item'
