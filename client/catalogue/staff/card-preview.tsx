import type { Item } from '../../shared/catalogue.ts'
import { ItemCard } from '../catalogue/item-card.tsx'
import '../catalogue/catalogue.css'

/** The shop's own card, as it will be. Nothing in it can be pressed. */
export function CardPreview({ item }: { item: Item }) {
  return (
    <aside aria-label="Preview" className="card-preview">
      <h2 className="eyebrow mb-2 font-sans">In the shop</h2>
      <div inert className="item-grid">
        <ItemCard
          item={{ ...item, bannerLink: item.bannerLink || blank, logoLink: item.logoLink || blank }}
          level={3}
          early
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

/** A picture of nothing, until there is one. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
