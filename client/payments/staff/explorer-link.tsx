import { explorerLink } from '../../../shared/payments/explorer.ts'
import { chainNames } from '../../../shared/payments/progress.ts'
import type { Network } from '../../../shared/payments/schema.ts'

/** A transaction in its network's explorer. @param hash 64 hex digits */
export const ExplorerLink = ({ network, hash }: { network: Network; hash: string }) => (
  <a className="link w-fit text-xs" href={explorerLink(network, hash)} target="_blank" rel="noreferrer">
    Look it up on {chainNames[network]}
  </a>
)
