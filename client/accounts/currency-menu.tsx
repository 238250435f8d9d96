import { ChevronDown } from 'lucide-react'
import { currencies, type Currency, rates } from '../../shared/money.ts'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { useCurrency } from './use-currency.ts'

const names: Record<Currency, string> = { USD: 'US dollar', INR: 'Indian rupee', LKR: 'Sri Lankan rupee' }

/** The currency in which prices are shown. It belongs to the account, so visitors are asked to log in. */
export function CurrencyMenu() {
  const [currency, choose] = useCurrency()
  return (
    <Menu
      label={`Currency: ${currency}`}
      buttonClassName="button button-plain nav-currency"
      button={
        <span className="button-face gap-1">
          {currency}
          <ChevronDown size={14} className="text-muted" />
        </span>
      }
    >
      {currencies.map((one) => (
        <MenuEntry
          key={one}
          choice="radio"
          checked={one === currency}
          side={rates[one].symbol.trim()}
          onSelect={() => choose(one)}
        >
          {one} <span className="text-muted">{names[one]}</span>
        </MenuEntry>
      ))}
    </Menu>
  )
}
