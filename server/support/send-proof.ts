import { orderNumber } from '../../shared/orders/rules.ts'
import type { Proof } from '../../shared/payments/proof-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { EncodedProof } from '../orders/encode-proof.ts'
import { addProof } from '../orders/proofs.ts'
import type { Participant } from './conversation.ts'
import { sendMessage } from './send-message.ts'

/**
 * Adds a picture of the transfer to one's own order. For a closed order it is also sent to support as a message, because
 * no queue of staff has the order; the same picture again is no second message.
 * @throws as `addProof`
 */
export async function sendProof(
  ctx: MutationContext,
  customer: Participant & { firstName: string },
  orderId: string,
  picture: EncodedProof,
): Promise<Proof> {
  const { proof, isOfClosedOrder } = await addProof(ctx, customer, orderId, picture)
  if (isOfClosedOrder) {
    const message = `Here is a picture of my transfer for order #${orderNumber(orderId)}. Please look for it.`
    // Once, even if the picture was added before the order was closed.
    await sendMessage(ctx, customer, { message, proof: proof._id, clientId: `proof ${proof._id}` })
  }
  return proof
}
