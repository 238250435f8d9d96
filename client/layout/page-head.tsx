import { useLocation } from 'wouter'
import { sharePicture } from '../../shared/catalogue.ts'
import { useStore } from '../store.tsx'

export interface PageHeadProps {
  /** Of this page, without the store's name; left out on the home page, whose title is the store's own. */
  title?: string
  description: string
  /** A picture for whoever shares the page, and what is on it. */
  image?: { link: string; alt: string }
  type?: 'website' | 'product'
  /** The address that stands for this page under all the others that show it; its path unless told. */
  address?: string
  /** Nothing for search engines. */
  hidden?: boolean
}

/** What the page says of itself to the tab, to search engines and to whoever shares it. */
export function PageHead({ title, description, image, type = 'website', address, hidden }: PageHeadProps) {
  const [path] = useLocation()
  const store = useStore((state) => state.config?.publicUrl ?? '')
  const name = useStore((state) => state.config?.name ?? 'Kade')
  const full = title ? `${title} · ${name}` : `${name} · Digital services and subscriptions, paid by transfer`
  const url = store + (address ?? path)
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      {image && (
        <>
          <meta property="og:image" content={store + sharePicture(image.link)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
