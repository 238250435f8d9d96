import type { Peer } from './event-bus.ts'

/** How often a process announces itself. */
export const heartbeatMs = 2000
/** A process without a heartbeat for this long is considered gone. */
const maxSilenceMs = 7000

/** The other processes, by what they last announced. `onChange` gets all of them, whenever one comes, goes or changes. */
export function createPeers(onChange: (peers: Peer[]) => void) {
  const peers = new Map<string, { peer: Peer; text: string; heardAtMs: number }>()
  const report = () => onChange([...peers.values()].map(({ peer }) => peer))

  return {
    receive(peer: Peer, nowMs = Date.now()) {
      const text = JSON.stringify(peer)
      const isNews = peers.get(peer.nodeId)?.text !== text
      peers.set(peer.nodeId, { peer, text, heardAtMs: nowMs })
      if (isNews) report()
    },
    remove(nodeId: string) {
      if (peers.delete(nodeId)) report()
    },
    /** Removes processes without a recent heartbeat. @param isConnected while it is false, none is removed */
    expire(isConnected: boolean, nowMs = Date.now()) {
      const before = peers.size
      for (const [nodeId, entry] of peers) {
        if (!isConnected) entry.heardAtMs = nowMs
        else if (nowMs - entry.heardAtMs > maxSilenceMs) peers.delete(nodeId)
      }
      if (peers.size < before) report()
    },
    count: () => peers.size,
  }
}
