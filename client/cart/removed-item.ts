/** Names the Undo toast; dismissed when the cart page closes or the user changes. */
export const removedItem = 'removed item'
