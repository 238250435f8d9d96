export const storefrontKey = 'storefront'
export const shopKey = 'storefront/shop'
