/** In local storage: what visitors put in the cart on this device. */
export const deviceCartKey = 'cart'
