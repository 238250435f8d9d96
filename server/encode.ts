import type * as z from 'zod/mini'
import { definitionOf } from './schema-definition.ts'

/**
 * Zod's own encode validates again, for each response and event, what the program itself produced. This compiles each
 * schema once into a function that writes JSON, in a tenth of the time. It reads Zod's private schema definitions;
 * tests/server/response-encoding.test.ts compares it with `z.encode` for every route and event.
 */

type WriteJson = (value: never, cache?: EncodeCache) => string

/** The JSON of lists that one mutation sends several times: an order's lines go to its customer, staff and the response. */
export type EncodeCache = Map<object, { write: WriteJson; json: string }>

/**
 * The JSON of `z.encode(schema, value)`, without validation: cents become dollars, times become ISO strings, and
 * fields that the schema doesn't name are left out.
 * @param cache valid while none of the lists it has seen change
 */
export const toJson = <S extends z.ZodMiniType>(schema: S, value: z.output<S>, cache?: EncodeCache): string =>
  writerOf(schema)(value as never, cache)

/** The same as an object. */
export const encode = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.input<S> =>
  JSON.parse(toJson(schema, value)) as z.input<S>

const writers = new WeakMap<z.ZodMiniType, WriteJson>()

function writerOf(schema: z.ZodMiniType): WriteJson {
  let writer = writers.get(schema)
  if (!writer) writers.set(schema, (writer = compile(schema)))
  return writer
}

function compile(schema: z.ZodMiniType): WriteJson {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return objectWriter(Object.entries(definition.shape!))
    case 'array':
      return listWriter(writerOf(definition.element!))
    case 'nullable':
    case 'optional': {
      const write = writerOf(definition.innerType!)
      return (value, cache) => (value === null || value === undefined ? 'null' : write(value, cache))
    }
    case 'record': {
      const write = writerOf(definition.valueType!)
      return (record: Record<string, unknown>, cache) =>
        `{${Object.entries(record)
          .map(([key, value]) => `${JSON.stringify(key)}:${write(value as never, cache)}`)
          .join(',')}}`
    }
    case 'union':
      return unionWriter(definition.options!)
    case 'pipe':
      // A codec: its other side is the wire format.
      return (value) => writeAnything(definition.reverseTransform!(value, {}))
    case 'string':
    case 'enum':
      return writeText
    default:
      return writeAnything
  }
}

/** Nearly all text needs no escaping, which this finds out faster than JSON.stringify. */
const writeText = (text: string): string =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text)

function writeAnything(value: unknown): string {
  if (typeof value === 'string') return writeText(value)
  if (value === undefined) return 'null'
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value)
}

function objectWriter(shape: [string, z.ZodMiniType][]): WriteJson {
  const fields = shape.map(([name, schema]) => ({
    name,
    label: `${JSON.stringify(name)}:`,
    write: writerOf(schema),
  }))
  return (object: Record<string, unknown>, cache) => {
    let json = '{'
    for (let i = 0; i < fields.length; i++) {
      const { name, label, write } = fields[i]!
      const value = object[name]
      if (value !== undefined) json += (json === '{' ? '' : ',') + label + write(value as never, cache)
    }
    return json + '}'
  }
}

function listWriter(writeElement: WriteJson): WriteJson {
  const write: WriteJson = (list: unknown[], cache) => {
    const cached = cache?.get(list)
    if (cached?.write === write) return cached.json
    let json = '['
    for (let i = 0; i < list.length; i++) json += (i === 0 ? '' : ',') + writeElement(list[i] as never, cache)
    json += ']'
    cache?.set(list, { write, json })
    return json
  }
  return write
}

/** Uses the first object schema whose distinguishing fields are all present; writes anything else as it is. */
function unionWriter(options: z.ZodMiniType[]): WriteJson {
  const shapes = options.map((option) => definitionOf(option).shape)
  const objectOptions = options.flatMap((option, i) => {
    if (!shapes[i]) return []
    // Fields that all options have don't distinguish them.
    const names = Object.keys(shapes[i]).filter((name) => !shapes.every((shape) => shape && name in shape))
    return [{ names, write: writerOf(option) }]
  })
  return (value: unknown, cache) => {
    const match = isObject(value) && objectOptions.find(({ names }) => names.every((name) => name in value))
    return match ? match.write(value as never, cache) : writeAnything(value)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
