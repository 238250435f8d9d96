import type { ContentSlug } from '../../shared/content.ts'

/** The pages of the owner and the FAQ, as the footer and the pages themselves list them. */
const links = {
  help: [
    { href: '/how-it-works', label: 'How it works' },
    { href: '/faq', label: 'FAQ' },
    { href: '/contact', label: 'Contact' },
  ],
  company: [{ href: '/about', label: 'About us' }],
  legal: [
    { href: '/terms', label: 'Terms' },
    { href: '/refunds', label: 'Refunds' },
    { href: '/privacy', label: 'Privacy' },
  ],
}

/** The links whose page exists. @param pages the owner's */
export const contentLinks = (group: keyof typeof links, pages: readonly ContentSlug[] = []) =>
  links[group].filter(({ href }) => href === '/faq' || pages.some((slug) => href === `/${slug}`))
