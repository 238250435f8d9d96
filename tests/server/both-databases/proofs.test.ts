import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { orders, paymentProofs } from '../../../drizzle/schema.ts'
import { expire } from '../../../server/orders/expire.ts'
import { renderOrderEmail } from '../../../server/orders/order-emails.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { pruneProofs } from '../../../server/orders/proofs.ts'
import { maxProofBytes, maxProofUploads } from '../../../shared/payments/proof-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { draw } from '../catalogue/staff-catalogue.ts'
import { openProof, uploadProof } from '../orders/upload-proof.ts'

let server: TestServer
let [ada, eve, mira, zoe] = [] as unknown as [TestUser, TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, eve] = [await buildUser(server, { firstName: 'Ada' }), await buildUser(server)]
  ;[mira, zoe] = [await buildStaff(server), await buildStaff(server)]
}, openTimeoutMs)
afterAll(() => server.close())

let count = 0
/** A picture unlike any other. */
const picture = (width = 60, height = 40) => {
  const colour = `#${(++count * 0x010305).toString(16).padStart(6, '0')}`
  return draw(width, height, colour).png().toBuffer()
}
const add = async (id: string, { token } = ada) => uploadProof(server, id, await picture(), { token })
const remove = (id: string, proof: string, { token } = ada) =>
  server.call<Wire['order']>('DELETE', `/checkout/${id}/proofs/${proof}`, undefined, { token })
const read = async (id: string) =>
  (await server.call<Wire['order']>('GET', `/admin/orders/${id}`, undefined, { token: mira.token })).body.data
const ask = (id: string, { token } = mira) =>
  server.call<Wire['order']>('POST', `/admin/orders/${id}/proof-request`, undefined, { token })
const correct = (id: string, reference: string, { token } = ada) =>
  server.call<Wire['order']>('PATCH', `/checkout/${id}/reference`, { reference }, { token })
const changes = (order: Wire['order']) => order.history.map(({ what }) => what)

describe('a picture of a transfer', () => {
  // What becomes of the picture is the same on both databases, and takes seconds.
  it.runIf(dialect === 'sqlite')(
    'is re-encoded without its metadata, at most 2,000 pixels a side and 1 MB',
    async () => {
      const { _id } = await buildPaidOrder(server, ada)
      const noise = Buffer.alloc(2400 * 1800 * 3)
      for (let i = 0; i < noise.length; i++) noise[i] = (i * 2654435761) >>> 13
      const photo = await sharp(noise, { raw: { width: 2400, height: 1800, channels: 3 } })
        .jpeg({ quality: 90 })
        .withExif({ IFD0: { ImageDescription: 'GPS 6.9271 N' } })
        .toBuffer()
      expect(photo.toString('latin1')).toContain('GPS 6.9271 N')
      const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
      const { status, body } = await uploadProof(server, _id, polyglot, { token: ada.token, type: 'image/jpeg' })
      expect({ status, message: body.message }).toEqual({ status: 200, message: 'Picture added' })
      const { bytes, headers } = await openProof(server, _id, body.data._id, ada.token)
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect({ format, width, height, exif }).toEqual({
        format: 'webp',
        width: body.data.width,
        height: body.data.height,
        exif: undefined,
      })
      expect(Math.max(width, height)).toBeLessThanOrEqual(2000)
      expect(bytes.length).toBe(body.data.bytes)
      expect(bytes.length).toBeLessThanOrEqual(1024 * 1024)
      expect(bytes.toString('latin1')).not.toMatch(/GPS 6|<script>/)
      expect(headers.get('content-type')).toBe('image/webp')
    },
  )

  it('that came with another order too says so to staff, live on both, and to no customer', async () => {
    const [first, second] = [await buildPaidOrder(server, ada), await buildPaidOrder(server, eve)]
    const slip = await picture()
    await add(first._id)
    const earlier = (await uploadProof(server, first._id, slip, { token: ada.token })).body.data._id
    expect((await read(first._id)).sameProofs).toEqual([])
    const desk = await server.connect({ token: mira.token })
    const later = (await uploadProof(server, second._id, slip, { token: eve.token })).body.data._id
    const links = { [first._id]: [earlier, second._id], [second._id]: [later, first._id] }
    const list = (await server.call<Wire['order'][]>('GET', '/admin/orders?limit=100', undefined, mira)).body.data
    for (const [id, [proof, other]] of Object.entries(links)) {
      const expected = [{ proof, orders: [{ _id: other, paymentStatus: 'paid' }] }]
      expect((await read(id)).sameProofs).toEqual(expected)
      expect(list.find(({ _id }) => _id === id)!.sameProofs).toEqual(expected)
      const isLive = () =>
        desk.events().some(({ data }) => {
          const order = data.order as Wire['order'] | undefined
          return order?._id === id && order.sameProofs.length === 1
        })
      await expect.poll(isLive).toBe(true)
    }
    const own = await server.call<Wire['order']>('GET', `/checkout/${second._id}`, undefined, eve)
    expect(JSON.stringify(own.body)).not.toContain(first._id)
    expect(own.body.data).not.toHaveProperty('sameProofs')
    await remove(first._id, earlier)
    expect((await read(second._id)).sameProofs).toEqual([])
  })

  it('is served to the owner and staff alone, and never cached', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const other = await buildPaidOrder(server, eve)
    const proof = (await add(_id)).body.data._id
    for (const { token } of [ada, mira]) {
      const { status, headers } = await openProof(server, _id, proof, token)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    expect((await openProof(server, _id, proof)).status).toBe(401)
    expect((await openProof(server, _id, proof, eve.token)).status).toBe(404)
    // Not by way of an order of one's own either.
    expect((await openProof(server, other._id, proof, eve.token)).status).toBe(404)
    expect((await remove(other._id, proof, eve)).status).toBe(404)
    expect((await remove(_id, proof, eve)).status).toBe(404)
    expect((await remove(_id, proof, mira)).status).toBe(404)
    expect((await add(_id, eve)).status).toBe(404)
    expect((await add(_id, mira)).status).toBe(404)
    expect((await uploadProof(server, _id, await picture())).status).toBe(401)
    const foreign = { token: ada.token, headers: { origin: 'https://evil.example' } }
    expect((await uploadProof(server, _id, await picture(), foreign)).status).toBe(403)
    expect((await read(_id)).proofs.map((row) => row._id)).toEqual([proof])
  })

  it('is refused with a sentence if it is a PDF, no picture or too large, and nothing changes', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const { token } = ada
    const refused = async (bytes: Uint8Array | string, type?: string) => {
      const { status, body } = await uploadProof(server, _id, bytes, { token, ...(type && { type }) })
      return { status, error: body.error, message: body.message }
    }
    const pdf = {
      status: 422,
      error: 'not_a_picture',
      message: 'We can’t read a PDF. Please send a picture of it, such as a screenshot.',
    }
    expect(await refused('%PDF-1.7\n%âãÏÓ', 'application/pdf')).toEqual(pdf)
    expect(await refused(`\n\n%PDF-1.4 named as a picture`, 'image/png')).toEqual(pdf)
    for (const bytes of ['', 'hello', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']) {
      expect(await refused(bytes)).toMatchObject({ status: 422, error: 'not_a_picture' })
    }
    const bomb = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await refused(bomb)).toMatchObject({ status: 422, error: 'too_many_pixels' })
    expect(await refused(Buffer.alloc(maxProofBytes))).toMatchObject({ status: 413 })
    expect((await uploadProof(server, _id, await picture(), { token, field: 'picture' })).status).toBe(400)
    const json = await server.call('POST', `/checkout/${_id}/proofs`, { file: 'x' }, { token })
    expect([json.status, json.body.error]).toEqual([415, 'not_a_form'])
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await server.call('POST', `/checkout/${_id}/proofs`, 'nothing', { token, headers: broken })).status).toBe(
      400,
    )
    const order = await read(_id)
    expect([order.proofs, changes(order)]).toEqual([[], ['created', 'paid']])
  })

  it('has room for 3 an order, however many arrive at once', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const responses = await Promise.all(Array.from({ length: 6 }, () => add(_id)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 422, 422, 422])
    expect(responses.find(({ status }) => status === 422)!.body).toMatchObject({
      error: 'too_many_proofs',
      message: 'An order can have 3 pictures. Delete one to add another.',
    })
    expect((await read(_id)).proofs).toHaveLength(3)
    expect(await server.app.db.$count(paymentProofs, eq(paymentProofs.orderId, _id))).toBe(3)
  })

  it('stays one when it is uploaded again', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const bytes = await picture()
    const uploads = [1, 2, 3, 4].map(() => uploadProof(server, _id, bytes, { token: ada.token }))
    const ids = new Set((await Promise.all(uploads)).map(({ body }) => body.data._id))
    expect(ids.size).toBe(1)
    const order = await read(_id)
    expect([order.proofs.length, changes(order)]).toEqual([1, ['created', 'paid', 'proof']])
  })

  it('can be added and deleted while the order waits, and neither before long nor afterwards', async () => {
    const order = await buildOrder(server, ada)
    const early = await add(order._id)
    expect(early.status).toBe(200)
    const paid = await server.call<Wire['order']>('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })
    expect(paid.body.data.proofs.map(({ _id }) => _id)).toEqual([early.body.data._id])
    const removed = await remove(order._id, early.body.data._id)
    expect([removed.status, removed.body.data.proofs]).toEqual([200, []])
    expect((await remove(order._id, early.body.data._id)).status).toBe(404)
    expect((await openProof(server, order._id, early.body.data._id, ada.token)).status).toBe(404)
    for (let n = 1; n < maxProofUploads; n++) {
      await remove(order._id, (await add(order._id)).body.data._id)
    }
    expect((await add(order._id)).body.error).toBe('too_many_uploads')

    const verified = await buildPaidOrder(server, ada)
    const proof = (await add(verified._id)).body.data._id
    await server.call('PATCH', `/admin/orders/${verified._id}/verify`, undefined, { token: mira.token })
    expect((await add(verified._id)).status).toBe(409)
    expect((await remove(verified._id, proof)).status).toBe(409)
    expect((await openProof(server, verified._id, proof, ada.token)).status).toBe(200)
  })

  it('is also added to a rejected or expired order, and sent to support as one message each', async () => {
    const rejected = await buildPaidOrder(server, eve)
    await server.call('PATCH', `/admin/orders/${rejected._id}/reject`, { reason: 'Not found' }, { token: mira.token })
    const expired = await buildOrder(server, eve)
    await runMutation(server.app, (ctx) => expire(ctx, expired._id))
    const staff = await server.connect({ token: mira.token })
    for (const { _id } of [rejected, expired]) {
      const bytes = await picture()
      const uploads = [1, 2].map(() => uploadProof(server, _id, bytes, { token: eve.token }))
      const { status, body } = (await Promise.all(uploads))[0]!
      expect(status).toBe(200)
      expect((await add(_id, ada)).status, 'not by another customer').toBe(404)
      const sent = () => staff.events().filter(({ type }) => type === 'support.message')
      const message = `Here is a picture of my transfer for order #${_id.slice(-6).toUpperCase()}. Please look for it.`
      await expect
        .poll(() => sent().at(-1)?.data.message)
        .toMatchObject({
          message,
          proof: { _id: body.data._id, order: _id },
        })
      expect((await read(_id)).proofs.map((proof) => proof._id)).toEqual([body.data._id])
      expect((await remove(_id, body.data._id, eve)).status).toBe(200)
    }
    expect(staff.eventSummaries().filter((name) => name === 'support.message')).toHaveLength(2)
    const { body } = await server.call<{ _id: string; status: string }[]>('GET', '/admin/support', undefined, {
      token: mira.token,
    })
    expect(body.data.find(({ _id }) => _id === eve.id)).toMatchObject({ status: 'open' })
  })

  it('that was added before the order was rejected is sent to support when it is added again, and once only', async () => {
    const order = await buildPaidOrder(server, eve)
    const bytes = await picture()
    const upload = () => uploadProof(server, order._id, bytes, { token: eve.token })
    const { body } = await upload()
    const staff = await server.connect({ token: mira.token })
    await server.call('PATCH', `/admin/orders/${order._id}/reject`, { reason: 'Not found' }, { token: mira.token })
    const readEnd = () => server.app.db.select({ at: orders.updatedAt }).from(orders).where(eq(orders.id, order._id))
    const end = await readEnd()
    for (let n = 0; n < 3; n++) expect((await upload()).body.data._id).toBe(body.data._id)
    const messages = () => staff.events().filter(({ type }) => type === 'support.message')
    await expect.poll(() => messages().length).toBe(1)
    expect(messages()[0]!.data.message).toMatchObject({ proof: { _id: body.data._id, order: order._id } })
    await remove(order._id, body.data._id, eve)
    expect(await readEnd(), 'when it ended').toEqual(end)
  })

  it('is refused with one sentence once the order is cancelled, verified or refunded, and nothing is sent', async () => {
    const cancelled = await buildOrder(server, eve)
    await server.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: eve.token })
    const [verified, refunded] = [
      await buildVerifiedOrder(server, eve, mira),
      await buildVerifiedOrder(server, eve, mira),
    ]
    const reason = { reason: 'Sold out' }
    await server.call('PATCH', `/admin/orders/${refunded._id}/refund`, reason, { token: mira.token })
    const staff = await server.connect({ token: mira.token })
    for (const [{ _id }, state] of [
      [cancelled, 'cancelled'],
      [verified, 'verified'],
      [refunded, 'refunded'],
    ] as const) {
      const { status, body } = await add(_id, eve)
      expect([status, body.message.split(' (')[0]]).toEqual([
        409,
        `This order is ${state}. No further actions are possible.`,
      ])
      expect((await read(_id)).proofs).toEqual([])
    }
    expect(staff.eventSummaries()).not.toContain('support.message')
  })

  it('is published at once to the customer and staff, without the picture', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const sockets = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
    const stranger = await server.connect({ token: eve.token })
    const { body } = await add(_id)
    for (const { events } of sockets) {
      await expect.poll(() => events().map(({ data }) => data.change)).toContain('proof')
      const { data } = events().find((event) => event.data.change === 'proof')!
      expect((data.order as Wire['order']).proofs).toEqual([body.data])
      expect(JSON.stringify(data).length).toBeLessThan(8000)
    }
    expect(stranger.eventSummaries().filter((name) => name.startsWith('order.'))).toEqual([])
  })

  it('is deleted 90 days after its order has ended, not while it waits', async () => {
    const [waiting, ended, recent] = [
      await buildPaidOrder(server, ada),
      await buildPaidOrder(server, ada),
      await buildPaidOrder(server, ada),
    ]
    for (const { _id } of [waiting, ended, recent]) await add(_id)
    for (const { _id } of [ended, recent]) {
      await server.call('PATCH', `/admin/orders/${_id}/verify`, undefined, { token: mira.token })
    }
    const in89Days = new Date(Date.now() + 89 * 86_400_000)
    await server.app.db.update(orders).set({ updatedAt: in89Days }).where(eq(orders.id, recent._id))
    await pruneProofs(server.app.db, in89Days)
    expect((await read(ended._id)).proofs).toHaveLength(1)
    await pruneProofs(server.app.db, new Date(in89Days.getTime() + 2 * 86_400_000))
    const left = await Promise.all([waiting, ended, recent].map(async ({ _id }) => (await read(_id)).proofs.length))
    expect(left).toEqual([1, 0, 1])
  })
})

describe('asking for a picture', () => {
  it('notifies and emails the customer, once in 10 minutes, and is audited', async () => {
    const customer = await buildUser(server)
    const { _id } = await buildPaidOrder(server, customer)
    const answers = await Promise.all([ask(_id), ask(_id, zoe)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      error: 'asked_recently',
      message: 'The customer was asked already. You can ask again in 10 minutes.',
    })
    const order = await read(_id)
    expect(order.proofRequestedAt).not.toBeNull()
    expect(changes(order)).toEqual(['created', 'paid', 'proof_requested'])
    const { body } = await server.call('GET', '/notifications', undefined, { token: customer.token })
    expect(body.notifications.map(({ message, link }) => [message, link])).toEqual([
      [
        `Please add a picture of your transfer to order #${_id.slice(-6).toUpperCase()}, so that we can find it`,
        `/orders/details/${_id}`,
      ],
    ])
    const { body: audit } = await server.call<{ action: string; subjectId: string }[]>(
      'GET',
      '/admin/audit?limit=5',
      undefined,
      { token: mira.token },
    )
    expect(audit.data.filter(({ subjectId }) => subjectId === _id).map(({ action }) => action)).toEqual([
      'order.request-proof',
    ])
    await server.app.outbox.drain()
    const emails = server.app.mail.sentEmails().filter(({ to }) => to === customer.email)
    expect(emails.filter(({ subject }) => subject.startsWith('A picture of your transfer'))).toHaveLength(1)

    await server.app.db
      .update(orders)
      .set({ proofRequestedAt: new Date(Date.now() - 10 * 60_000 - 1) })
      .where(eq(orders.id, _id))
    expect((await ask(_id)).status).toBe(200)
    expect(changes(await read(_id))).toEqual(['created', 'paid', 'proof_requested'])
  })

  it.each([
    [-500, 10],
    [500, 10],
    [61_000, 9],
    [9 * 60_000 + 1000, 1],
  ])(
    'was done %i ms ago, also by a colleague who came first but began later: %i minutes to wait',
    async (ago, wait) => {
      const { _id } = await buildPaidOrder(server, ada)
      const proofRequestedAt = new Date(Date.now() - ago)
      await server.app.db.update(orders).set({ proofRequestedAt }).where(eq(orders.id, _id))
      const { status, body } = await ask(_id)
      const time = wait === 1 ? '1 minute' : `${wait} minutes`
      expect([status, body.message]).toEqual([409, `The customer was asked already. You can ask again in ${time}.`])
    },
  )

  it('sends no email once a picture is there', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    await ask(_id)
    const { db, env } = server.app
    const render = () => renderOrderEmail(db, env, 'order_proof_requested', _id, new Date())
    expect((await render())?.heading).toBe('Please show us your transfer')
    await add(_id)
    expect(await render()).toBeNull()
  })

  it('is for staff, for the payments of others, and only while they wait', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    expect((await ask(_id, ada)).status).toBe(403)
    const own = await buildPaidOrder(server, mira)
    expect((await ask(own._id)).status).toBe(422)
    expect((await ask((await buildOrder(server, ada))._id)).status).toBe(409)
    expect((await ask((await buildVerifiedOrder(server, ada, mira))._id)).status).toBe(409)
    expect((await ask('nothing')).status).toBe(404)
    for (let n = 0; n < 3; n++) await add(_id)
    expect((await ask(_id)).body.error).toBe('too_many_proofs')
    expect((await read(_id)).proofRequestedAt).toBeNull()
  })
})

describe('a reference added later', () => {
  it('is in the order, its history and the events of both sides', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const staff = await server.connect({ token: mira.token })
    const { status, body } = await correct(_id, '  CEFT 900001 ')
    expect([status, body.message, body.data.transferReference]).toEqual([200, 'Reference saved', 'CEFT 900001'])
    expect(body.data.history.at(-1)).toMatchObject({ what: 'reference', who: 'customer', note: 'CEFT 900001' })
    await expect.poll(() => staff.eventSummaries()).toContain('order.changed reference')
    // The same again changes nothing.
    expect((await correct(_id, 'CEFT 900001')).body.data.history).toHaveLength(3)
  })

  it('flags orders with the same one, and no longer those that shared the previous one', async () => {
    const [one, two, three] = [
      await buildPaidOrder(server, ada),
      await buildPaidOrder(server, eve),
      await buildPaidOrder(server, ada),
    ]
    await correct(one._id, 'CEFT 910001')
    await correct(three._id, 'CEFT 910003')
    await correct(two._id, 'ceft-910001', eve)
    expect((await read(one._id)).sameReference?.orders.map(({ _id }) => _id)).toEqual([two._id])
    expect((await read(two._id)).sameReference?.orders.map(({ _id }) => _id)).toEqual([one._id])
    const staff = await server.connect({ token: mira.token })
    await correct(two._id, 'CEFT 910003', eve)
    expect(await read(one._id)).toMatchObject({ referenceReused: false, sameReference: null })
    expect((await read(three._id)).sameReference?.orders.map(({ _id }) => _id)).toEqual([two._id])
    await expect
      .poll(() =>
        staff
          .events()
          .filter(({ type }) => type === 'order.changed')
          .map(({ data }) => (data.order as Wire['order'])._id)
          .toSorted(),
      )
      .toEqual([one._id, two._id, three._id].toSorted())
  })

  it('survives two customers who swap theirs at the same time', async () => {
    const [one, two] = [await buildPaidOrder(server, ada), await buildPaidOrder(server, eve)]
    await correct(one._id, 'CEFT 920001')
    await correct(two._id, 'CEFT 920002', eve)
    const answers = await Promise.all([correct(one._id, 'CEFT 920002'), correct(two._id, 'CEFT 920001', eve)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const { _id } of [one, two]) {
      expect(await read(_id)).toMatchObject({ referenceReused: false, sameReference: null })
    }
  })

  it('is kept when the order is marked as paid without one', async () => {
    const { _id } = await buildOrder(server, ada)
    await correct(_id, 'CEFT 930001')
    const { body } = await server.call<Wire['order']>('PATCH', `/checkout/${_id}/mark-paid`, {}, { token: ada.token })
    expect(body.data.transferReference).toBe('CEFT 930001')
  })

  it('is refused for an order of someone else, once it is verified, too short or changed too often', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    expect((await correct(_id, 'CEFT 940001', eve)).status).toBe(404)
    expect((await correct(_id, 'ab')).status).toBe(400)
    for (let n = 0; n < 10; n++) expect((await correct(_id, `CEFT 94100${n}`)).status).toBe(200)
    expect((await correct(_id, 'CEFT 940002')).body.error).toBe('too_many_changes')
    const verified = await buildVerifiedOrder(server, ada, mira)
    expect((await correct(verified._id, 'CEFT 940003')).status).toBe(409)
    expect((await read(verified._id)).transferReference).toBeNull()
  })
})

describe('a picture in the chat', () => {
  const say = (body: unknown, { token } = ada) =>
    server.call<never>('POST', '/support-chat/message', body, { token }) as unknown as Promise<{
      status: number
      body: { message: { proof: unknown; order: unknown } }
    }>

  it('is the one attachment of a message and belongs to an order of the customer', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const proof = (await add(_id)).body.data._id
    const staff = await server.connect({ token: mira.token })
    const { status, body } = await say({ message: 'Here it is', proof })
    expect(status).toBe(200)
    expect(body.message).toMatchObject({ proof: { _id: proof, order: _id }, order: null })
    await expect.poll(() => staff.eventSummaries()).toContain('support.message')
    const { data } = staff.events().find(({ type }) => type === 'support.message')!
    expect(data.message).toMatchObject({ proof: { _id: proof, order: _id } })
    expect((await say({ message: 'Both', proof, order: _id })).status).toBe(400)
    expect((await say({ message: 'Mine?', proof }, eve)).status).toBe(404)
    expect((await say({ message: 'To Eve', proof, userId: eve.id }, mira)).status).toBe(404)
    expect((await say({ message: 'None', proof: 'nothing' })).status).toBe(404)
  })
})
