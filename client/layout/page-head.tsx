import { useLocation } from 'wouter'
import { sharePictureLink } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'

export interface PageHeadProps {
  /** Without the store's name, which is appended. Left out on the home page. */
  title?: string
  description: string
  /** The picture for shared links; the store's own by default. */
  image?: { link: string; alt: string } | undefined
  type?: 'website' | 'product'
  /** The canonical address, relative to the store; the current path by default. */
  address?: string
  /** Not for search engines. */
  hidden?: boolean
}

/** The page's title and its metadata for search engines and shared links. */
export function PageHead({ title, description, image, type = 'website', address, hidden }: PageHeadProps) {
  const [path] = useLocation()
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const name = useStore((state) => state.config?.name ?? 'Kade')
  const fullTitle = title ? `${title} · ${name}` : `${name} · Digital services and subscriptions, paid by transfer`
  const url = origin + (address ?? path)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      {!hidden && (
        <>
          <meta property="og:image" content={origin + (image ? sharePictureLink(image.link) : '/share.png')} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={image?.alt ?? 'A receipt with a green stamp: verified'} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
