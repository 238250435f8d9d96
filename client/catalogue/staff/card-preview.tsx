import type { Item } from '../../../shared/catalogue/schema.ts'
import { ItemCard } from '../item-card.tsx'
import '../catalogue.css'

/** The item's card as customers will see it, without interaction. */
export function CardPreview({ item }: { item: Item }) {
  return (
    <aside aria-label="Preview" className="card-preview">
      <h2 className="eyebrow mb-2 font-sans">Preview</h2>
      <div inert className="item-grid">
        <ItemCard
          item={{ ...item, bannerLink: item.bannerLink || emptyPicture, logoLink: item.logoLink || emptyPicture }}
          level={3}
          eager
        />
      </div>
      {item.features.some(Boolean) && (
        <>
          <h2 className="eyebrow mt-5 mb-2 font-sans">Features</h2>
          <ul className="list-disc pl-5 text-sm">
            {item.features.filter(Boolean).map((feature, index) => (
              <li key={index}>{feature}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}

/** A transparent pixel. */
const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
