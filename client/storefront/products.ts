/** What is on sale, in the words of the home page and of search engines. */
export const products = 'Streaming, software and learning subscriptions'
