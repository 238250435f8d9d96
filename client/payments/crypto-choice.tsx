import type { Network, Token, TransferAccounts } from '../../shared/payments/schema.ts'
import { Segments } from '../ui/choice.tsx'
import { Note } from '../ui/note.tsx'

export type Coin = { network: Network; token: Token; address: string }
type CryptoAccounts = TransferAccounts['crypto']

const networkNames: Record<Network, string> = {
  BASE: 'Base',
  ARB: 'Arbitrum One',
  ERC20: 'Ethereum',
  BEP20: 'BNB Smart Chain',
  OP: 'Optimism',
  MATIC: 'Polygon',
}

/** The account for a network and token; the first one if the store has none for them. */
export function coinOf(accounts: CryptoAccounts, network?: Network, token?: Token): Coin {
  const account = accounts.find((candidate) => candidate.network === network) ?? accounts[0]!
  const accepted = account.tokens.find((candidate) => candidate === token) ?? account.tokens[0]!
  return { network: account.network, token: accepted, address: account.address }
}

export interface CryptoChoiceProps {
  accounts: CryptoAccounts
  coin: Coin
  onChange: (coin: Coin) => void
}

/** Selects the network and token for a crypto transfer. */
export function CryptoChoice({ accounts, coin, onChange }: CryptoChoiceProps) {
  const { network, token } = coin
  const account = accounts.find((candidate) => candidate.network === network)
  return (
    <div className="grid gap-4">
      <Segments
        legend="Network"
        value={network}
        onChange={(chosen) => onChange(coinOf(accounts, chosen, token))}
        options={accounts.map((option) => ({ value: option.network, label: option.network }))}
      />
      <Segments
        legend="Token"
        value={token}
        onChange={(chosen) => onChange(coinOf(accounts, network, chosen))}
        options={(account?.tokens ?? []).map((option) => ({ value: option, label: option }))}
      />
      <Note tone="waiting">
        Send only <strong>{token}</strong> on <strong>{networkNames[network]}</strong> ({network}). Anything else sent
        to this address is lost.
      </Note>
    </div>
  )
}
